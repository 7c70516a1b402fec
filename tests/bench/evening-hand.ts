import type { Locator, Page } from "@playwright/test";
import type pg from "pg";

/**
 * An operator's hand: it counts each tap and key. A text is one tap and one paste, however long it is, because its words are
 * the operator's own.
 */
export class Hand {
  readonly page: Page;
  private readonly database: pg.Client;
  private readonly place: number;
  private taps = 0;
  private pages = 0;
  private address = "";
  private startedAt = 0;

  /** `place`: each device has rows of its own. */
  constructor(page: Page, database: pg.Client, place: number) {
    this.page = page;
    this.database = database;
    this.place = place;
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame() || frame.url() === this.address) return;
      this.address = frame.url();
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
    this.taps += 2;
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

  /** Finds an order and opens it. */
  async openOrder(query: string, orderId: string): Promise<void> {
    const number = `#${orderId.slice(0, 8)}`;
    await this.find(query, number);
    await this.page.getByRole("heading", { level: 1, name: `Order ${number}` }).waitFor();
  }

  /** Finds something by a text, and opens it by its name: in the search over everything, or in the list. */
  async find(query: string, name: string): Promise<void> {
    const search = this.page.locator("a[href='/admin/search']").first();
    if (await search.isVisible()) {
      await this.tap(search);
      this.taps += 1;
      await this.page.getByRole("combobox", { name: "Search everything" }).fill(query);
      const found = this.page.getByRole("option").filter({ hasText: name }).first();
      await this.tap(found);
      return;
    }
    await this.type(this.page.getByRole("searchbox").locator("visible=true").first(), query);
    await this.press("Enter");
    await this.page.waitForURL(/q=/);
    await this.tap(this.page.getByRole("link", { name }).locator("visible=true").first());
  }

  /** Fills in the reason of the open dialog, sends it, and waits until it is done. */
  async confirm(submitLabel: string | RegExp): Promise<void> {
    const dialog = this.dialog();
    const reason = dialog.getByLabel("Reason");
    if ((await reason.count()) > 0) await this.type(reason, "An evening's case");
    await this.tap(dialog.getByRole("button", { name: submitLabel }).last());
    await dialog.waitFor({ state: "hidden" });
  }

  /** A row of the scene: this device's. */
  async row<Row extends object>(sql: string): Promise<Row> {
    const { rows } = await this.database.query(`${sql} LIMIT 1 OFFSET ${this.place}`);
    if (!rows[0]) throw new Error(`the scene has no such row: ${sql.slice(0, 80)}`);
    return rows[0] as Row;
  }
}
