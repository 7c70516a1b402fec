/** The hosted page's stylesheet. */
export const hostedStyle = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --aside: #f4f5f2; --ink: #1b2430; --quiet: #5b6673; --line: #d5dae0;
  --field: #ffffff; --edge: #868f9a; --action: #0b5fd8; --action-ink: #ffffff; --ring: #0b5fd8;
  --bad: #b3261e; --bad-ground: #fdeceb; --badge: #fbe3b5; --badge-ink: #6b4400;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181d; --aside: #0e1115; --ink: #eef1f4; --quiet: #a3adb8; --line: #343c46;
    --field: #1b2027; --edge: #6d7783; --action: #4c95ff; --action-ink: #08111f; --ring: #8bbaff;
    --bad: #ff9d95; --bad-ground: #3a1a18; --badge: #4a3812; --badge-ink: #ffd98a;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-font-smoothing: antialiased;
}
h1, h2, p, dl, dd, ul { margin: 0; padding: 0; }
.summary h1 { margin-top: 20px; line-height: 1.2; }
a { color: var(--action); }
.page { display: grid; min-height: 100vh; }
.summary { background: var(--aside); padding: 24px 20px 28px; }
.payment { padding: 28px 20px 40px; }
.inner { width: 100%; max-width: 440px; margin: 0 auto; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-height: 44px; }
.back { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; padding-right: 12px; color: var(--quiet); text-decoration: none; font-weight: 500; }
.back:hover { color: var(--ink); text-decoration: underline; }
.badge { padding: 2px 10px; border-radius: 999px; background: var(--badge); color: var(--badge-ink); font-size: 13px; font-weight: 600; white-space: nowrap; }
.due { color: var(--quiet); font-size: 16px; font-weight: 500; }
.total { font-size: 36px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.lines { margin-top: 24px; list-style: none; }
.lines li, .sum { display: flex; justify-content: space-between; gap: 16px; }
.lines li { padding: 12px 0; border-top: 1px solid var(--line); }
.lines .amount, .sum .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines strong { font-weight: 500; overflow-wrap: anywhere; }
.lines small { display: block; color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
.sum { padding-top: 14px; border-top: 1px solid var(--line); font-weight: 600; }
h2 { font-size: 20px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; }
.alert { margin-top: 16px; padding: 12px 14px; border-radius: 8px; border: 1px solid currentColor; background: var(--bad-ground); color: var(--bad); font-weight: 500; }
form { display: grid; gap: 16px; margin-top: 20px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
label { display: block; margin-bottom: 6px; font-size: 14px; font-weight: 500; }
label .optional { color: var(--quiet); font-weight: 400; }
input {
  width: 100%; min-height: 46px; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--field); color: var(--ink); font: inherit; font-variant-numeric: tabular-nums;
}
input::placeholder { color: var(--quiet); opacity: 0.8; }
input[readonly] { background: var(--aside); color: var(--quiet); }
input[aria-invalid="true"] { border-color: var(--bad); }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.pay {
  min-height: 50px; border: 0; border-radius: 8px; background: var(--action); color: var(--action-ink);
  font: inherit; font-size: 17px; font-weight: 600; cursor: pointer;
}
.pay:hover { filter: brightness(1.08); }
.pay[disabled] { opacity: 0.65; cursor: progress; }
.tests { margin-top: 24px; padding: 16px; border: 1px dashed var(--line); border-radius: 10px; font-size: 14px; }
.tests dl { display: grid; gap: 4px; margin-top: 8px; }
.tests div { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 12px; }
.tests dt { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.tests dd { color: var(--quiet); }
.fill { min-height: 44px; margin-top: 12px; padding: 0 14px; border: 1px solid var(--edge); border-radius: 8px; background: var(--field); color: var(--ink); font: inherit; font-weight: 500; cursor: pointer; }
.fill:hover { border-color: var(--ink); }
.fine { margin-top: 20px; color: var(--quiet); font-size: 13px; }
.notice { display: grid; min-height: 100vh; place-items: center; padding: 24px 20px; text-align: center; }
.notice h1 { margin-top: 20px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; }
.notice p { margin-top: 8px; color: var(--quiet); }
.notice .way { display: inline-flex; align-items: center; min-height: 48px; margin-top: 24px; padding: 0 20px; border-radius: 8px; background: var(--action); color: var(--action-ink); font-weight: 600; text-decoration: none; }
@media (min-width: 860px) {
  .page { grid-template-columns: 1fr 1fr; }
  .summary, .payment { padding: 72px 48px; }
  .summary .inner { margin-right: 0; max-width: 400px; }
  .payment .inner { margin-left: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  input, .pay, .fill { transition: border-color 120ms, filter 120ms; }
}
`;

/** The page's script: fills in the test card, groups digits, disables the button after a press. */
export const hostedScript = `
const form = document.querySelector("form");
const field = (name) => form.elements.namedItem(name);
const digits = (input) => input.value.replace(/\\D/g, "");
document.querySelector(".fill").addEventListener("click", () => {
  field("card").value = "4242 4242 4242 4242";
  field("expiry").value = "12 / 34";
  field("cvc").value = "123";
  if (!field("name").value) field("name").value = "Test Buyer";
  form.querySelector(field("email").value ? ".pay" : "[name=email]").focus();
});
document.querySelector(".fill").hidden = false;
field("card").addEventListener("input", (event) => {
  if (event.inputType && event.inputType.startsWith("delete")) return;
  const number = digits(field("card"));
  if (number.length > 0) field("card").value = number.replace(/(\\d{4})(?=\\d)/g, "$1 ");
});
field("expiry").addEventListener("input", (event) => {
  if (event.inputType && event.inputType.startsWith("delete")) return;
  const typed = digits(field("expiry")).slice(0, 4);
  if (typed.length > 2) field("expiry").value = typed.slice(0, 2) + " / " + typed.slice(2);
});
form.addEventListener("submit", () => {
  const pay = form.querySelector(".pay");
  pay.disabled = true;
  pay.textContent = "Processing…";
});
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
`;
