/** The inbox's stylesheet, in both themes. */
export const inboxStyle = `
:root { color-scheme: light dark; --paper: #f6f3ec; --card: #fffdf8; --ink: #1c2a2e; --soft: #5b686b; --line: #ddd6c8; --sea: #0f6b5c; --wash: #e3efe9; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #10191b; --card: #182325; --ink: #ece7dc; --soft: #a3adab; --line: #2c3a3c; --sea: #6fd0b6; --wash: #1d3532; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--sea); outline-offset: 2px; border-radius: 6px; }
.page { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header { display: flex; align-items: baseline; gap: .75rem; margin-bottom: 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
.soft { color: var(--soft); margin: 0; }
.mails { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--card); overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .8rem 1rem; text-decoration: none; }
.mails a:hover { background: var(--wash); }
.mails a:focus-visible { outline-offset: -3px; }
.mails strong { overflow-wrap: anywhere; }
.mails .to { grid-column: 1 / -1; color: var(--soft); overflow-wrap: anywhere; }
time { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.empty { border: 1px dashed var(--line); border-radius: 14px; padding: 3rem 1rem; text-align: center; }
.back { display: inline-flex; align-items: center; min-height: 44px; color: var(--sea); text-decoration: none; font-weight: 600; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: max(32rem, 72vh); border: 1px solid var(--line); border-radius: 14px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 14px; background: var(--card); padding: 1rem; font: 14px/1.55 ui-monospace, monospace; }
summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--sea); font-weight: 600; }
`;
