import type { Locator, Page } from "@playwright/test";
import type pg from "pg";

/**
 * An operator's hand: it counts each tap and key. A text is one paste, however long it is, because its words are the
 * operator's own, and one tap before it, unless its field has the focus already.
 */
export class Hand {
  readonly page: Page;
  private readonly database: pg.Client;
  private readonly place: number;
  private readonly isTouch: boolean;
  private taps = 0;
  private pages = 0;
  private address = "";
  private startedAt = 0;

  /** `place`: each device has rows of its own. */
  constructor(page: Page, database: pg.Client, { place, isTouch }: { place: number; isTouch: boolean }) {
    this.page = page;
    this.database = database;
    this.place = place;
    this.isTouch = isTouch;
    page.on("framenavigated", (frame) => {
      const [address = ""] = frame.url().split("#");
      if (frame !== page.mainFrame() || address === this.address) return;
      this.address = address;
      this.pages += 1;
    });
  }

  begin(): void {
    this.taps = 0;
    this.pages = 0;
    this.startedAt = performance.now();
  }

  counts() {
    return { taps: this.taps, pages: this.pages, seconds: (performance.now() - this.startedAt) / 1000 };
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    const hasFocus = await field.evaluate((element) => element === document.activeElement);
    this.taps += hasFocus ? 1 : 2;
    await field.fill(text);
  }

  async choose(select: Locator, label: string | RegExp): Promise<void> {
    this.taps += 2;
    const value = await select.locator("option", { hasText: label }).first().getAttribute("value");
    await select.selectOption(value);
  }

  async press(key: string): Promise<void> {
    this.taps += 1;
    await this.page.keyboard.press(key);
  }

  /** Pastes a text where no field has the focus. */
  private async paste(text: string): Promise<void> {
    this.taps += 1;
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", pasted);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" }).first();
  }

  dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** Opens a page by the menu, which is closed on a phone. */
  async open(label: string): Promise<void> {
    await this.follow(new RegExp(`^${label}`));
    await this.page.getByRole("heading", { level: 1, name: new RegExp(label, "i") }).waitFor();
  }

  /** Opens the list of tickets, which is a tab of the overview. */
  async openTickets(): Promise<void> {
    await this.follow(/^(Support )?Tickets/);
    await this.page.waitForURL(/tab=tickets/);
  }

  /** Follows a link of the page or of its menu. */
  private async follow(name: RegExp): Promise<void> {
    const link = this.page.getByRole("link", { name }).locator("visible=true").first();
    if (!(await link.isVisible())) {
      const menu = this.page
        .getByRole("link", { name: /^Menu/ })
        .or(this.page.getByRole("navigation", { name: "Admin", exact: true }).locator("summary"));
      await this.tap(menu.locator("visible=true").first());
    }
    await this.tap(link);
  }

  /** Finds an order by a text and opens it. */
  async openOrder(query: string, orderId: string): Promise<void> {
    const number = `#${orderId.slice(0, 8)}`;
    await this.find(query, "Orders", number);
    await this.page.getByRole("heading", { level: 1, name: `Order ${number}` }).waitFor();
  }

  /** Opens the dialog of something that can be done to what a text finds. */
  async act(query: string, action: RegExp): Promise<void> {
    await this.find(query, "Actions", action);
    await this.dialog().waitFor();
  }

  /**
   * Searches for a text, and takes what has this name in a group of the results. On a desktop the text is pasted onto the
   * page, which opens the search; on a phone a button opens it first.
   */
  async find(query: string, group: string, name: string | RegExp): Promise<void> {
    if (this.isTouch) {
      await this.tap(
        this.page
          .getByRole("link", { name: /^Search/ })
          .locator("visible=true")
          .first(),
      );
      await this.type(this.page.getByRole("combobox", { name: "Search everything" }), query);
    } else {
      await this.paste(query);
    }
    const results = this.page.getByRole("group", { name: group, exact: true });
    await this.tap(results.getByRole("option").filter({ hasText: name }).first());
  }

  /** Gives a reason in the open dialog, sends it, and waits until it is done. */
  async confirm(submitLabel: string | RegExp): Promise<void> {
    const dialog = this.dialog();
    await dialog.getByRole("button").first().waitFor();
    if (!(await this.giveReason(dialog)))
      await this.tap(dialog.getByRole("button", { name: submitLabel }).last());
    await dialog.waitFor({ state: "hidden" });
  }

  /** Takes the first of the common reasons, where there are some; true if that has sent the form. */
  async giveReason(form: Locator): Promise<boolean> {
    const sends = form.getByRole("group", { name: "Choose why, and it is done:" });
    const fills = form.getByRole("group", { name: "Suggestions" });
    const reason = form.getByLabel("Reason");
    if (await sends.isVisible()) {
      await this.tap(sends.getByRole("button").first());
      return true;
    }
    if ((await fills.count()) > 0) await this.tap(fills.getByRole("button").first());
    else if ((await reason.count()) > 0) await this.type(reason, "An evening's case");
    return false;
  }

  /** A row of the scene: this device's. */
  async row<Row extends object>(sql: string): Promise<Row> {
    const { rows } = await this.database.query(`${sql} LIMIT 1 OFFSET ${this.place}`);
    if (!rows[0]) throw new Error(`the scene has no such row: ${sql.slice(0, 80)}`);
    return rows[0] as Row;
  }
}
