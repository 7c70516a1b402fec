import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { formatAmount } from "@/lib/base/money";
import { inWords } from "@/lib/base/text/words";
import type { EvidencePack } from "./evidence-pack";

const page = { width: 595, height: 842, margin: 56 };
const sizes = { title: 18, heading: 12, text: 9 };
const leading = 1.45;
const ink = rgb(0.1, 0.12, 0.14);

/** An evidence pack as a PDF (A4, text only), for uploading to Stripe. The same pack gives the same pages. */
export async function evidencePdf(pack: EvidencePack, shopName: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`Evidence for order #${pack.order.shortId}`);
  document.setCreationDate(new Date(pack.madeAt));
  document.setModificationDate(new Date(pack.madeAt));
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  const writer = new Writer(document, fonts);
  writer.write(`${shopName}: evidence for order #${pack.order.shortId}`, "title");
  writer.write(`Made on ${pack.madeAt} from the shop's records. All times are UTC.`);
  for (const { heading, lines } of sectionsOf(pack)) {
    writer.write(heading, "heading");
    for (const line of lines.length > 0 ? lines : ["None."]) writer.write(line);
  }
  return document.save();
}

type Section = { heading: string; lines: string[] };

function sectionsOf(pack: EvidencePack): Section[] {
  const { order } = pack;
  return [
    {
      heading: "What was bought",
      lines: [
        `Order ${order.id}, placed ${order.placedAt}, paid ${order.paidAt ?? "never"}, now ${order.status}.`,
        `${order.quantity} ${order.service} for ${order.target}.`,
        `Buyer's email: ${order.email}.`,
        ...(order.correctedEmail === null
          ? []
          : [`Corrected by the buyer, and confirmed by a link sent there: ${order.correctedEmail}.`]),
        ...order.lines.map(
          (line) => `${line.count} x ${line.label}: ${formatAmount(line.amountCents, order.currency)}`,
        ),
        `Paid ${formatAmount(order.paidCents, order.currency)}, refunded ${formatAmount(order.refundedCents, order.currency)}.`,
      ],
    },
    {
      heading: "Payment",
      lines: pack.payments.map(
        (payment) =>
          `${payment.paidAt ?? ""} ${formatAmount(payment.amountCents, order.currency)}, payment ${payment.paymentIntentId ?? "unknown"}, session ${payment.sessionId ?? "unknown"}`,
      ),
    },
    { heading: "Consent", lines: consentLines(pack.consent) },
    { heading: "Delivery", lines: pack.delivery.flatMap(deliveryLines) },
    { heading: "Timeline", lines: pack.timeline.map((line) => `${line.at} ${line.message}`) },
    {
      heading: "Emails to the buyer",
      lines: pack.mails.map(mailLine),
    },
    {
      heading: "Refunds",
      lines: pack.refunds.map(
        (refund) =>
          `${refund.requestedAt} ${formatAmount(refund.amountCents, order.currency)}, ${inWords(refund.reason)}: ${refund.status}${refund.finishedAt ? ` ${refund.finishedAt}` : ""}`,
      ),
    },
    {
      heading: "Disputes",
      lines: pack.disputes.map(
        (dispute) =>
          `${dispute.openedAt} ${dispute.id}: ${formatAmount(dispute.amountCents, dispute.currency)}, ${inWords(dispute.reason)}, ${inWords(dispute.status)}`,
      ),
    },
    // Last, because they are long: the accepted texts, word for word.
    ...pack.consent.texts.map((text) => ({ heading: nameOf(text), lines: text.lines })),
  ];
}

function consentLines({ at, message, locale, isTicked, texts }: EvidencePack["consent"]): string[] {
  return [
    `${at}: the buyer paid after reading this beside the button: ${message}`,
    ...(isTicked ? ["The buyer ticked the box beside it."] : []),
    ...(locale ? [`The buyer's language was ${locale}.`] : []),
    ...texts.map((text) => `Accepted: ${nameOf(text)}; its words are at the end.`),
  ];
}

function nameOf({ title, version, publishedAt }: EvidencePack["consent"]["texts"][number]): string {
  return `${title}, version ${version}, published ${publishedAt?.slice(0, 10) ?? "at an unknown time"}`;
}

function deliveryLines(item: EvidencePack["delivery"][number]): string[] {
  const start = item.startCount === null ? "" : ` The count was ${item.startCount} before.`;
  return [
    `${item.link}: ${item.delivered} of ${item.ordered} delivered, ${inWords(item.state)}; handed over ${item.sentAt ?? "never"}, ended ${item.finishedAt ?? "not yet"}.${start}`,
    ...item.counts.map(
      ({ takenAt, shown, source, moment }) => `  ${takenAt} ${shown} counted by ${source} (${moment})`,
    ),
  ];
}

/** A mail's outcome, by the mail provider's report where there is one. */
const mailStates: Record<EvidencePack["mails"][number]["state"], string> = {
  queued: "waiting to be sent",
  sent: "sent",
  failed: "not sent",
  delivered: "taken by the buyer's mail server",
  soft_bounced: "refused by the buyer's mail server, so it did not arrive",
  bounced: "refused by the buyer's mail server, so it did not arrive",
  suppressed: "not passed on by the mail provider, so it did not arrive",
  complained: "arrived, and was marked as spam",
};

function mailLine({ kind, recipient, sentAt, state, reportedAt }: EvidencePack["mails"][number]): string {
  const report = reportedAt ? ` ${reportedAt}` : "";
  return `${sentAt ?? "not sent"} ${kind} to ${recipient} (${mailStates[state]}${report})`;
}

type Fonts = { plain: PDFFont; bold: PDFFont };

/** Writes lines down the page, begins a new page when one is full, and breaks lines that are too long. */
class Writer {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  /** The characters that both fonts have. */
  readonly #letters: Set<number>;
  #page: PDFPage;
  #y = page.height - page.margin;

  constructor(document: PDFDocument, fonts: Fonts) {
    this.#document = document;
    this.#fonts = fonts;
    this.#letters = new Set(fonts.plain.getCharacterSet());
    this.#page = document.addPage([page.width, page.height]);
  }

  write(text: string, kind: keyof typeof sizes = "text"): void {
    const size = sizes[kind];
    const font = kind === "text" ? this.#fonts.plain : this.#fonts.bold;
    if (kind === "heading") this.#y -= size;
    for (const line of wrap(printable(text, this.#letters), font, size)) {
      this.#y -= size * leading;
      if (this.#y < page.margin) this.#turn(size);
      this.#page.drawText(line, { x: page.margin, y: this.#y, size, font, color: ink });
    }
  }

  #turn(size: number): void {
    this.#page = this.#document.addPage([page.width, page.height]);
    this.#y = page.height - page.margin - size * leading;
  }
}

/** The built-in fonts have only Western letters; any other character becomes a question mark. */
function printable(text: string, known: Set<number>): string {
  return [...text].map((letter) => (known.has(letter.codePointAt(0) ?? 0) ? letter : "?")).join("");
}

function wrap(text: string, font: PDFFont, size: number): string[] {
  const widest = page.width - 2 * page.margin;
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= widest;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    // A word wider than the page (a long link) is cut.
    while (!fits(line)) {
      const cut = cutAt(line, fits);
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  return [...lines, line];
}

/** How many of its first characters fit on a line, for a word that is too long for one; at least 1. */
function cutAt(word: string, fits: (line: string) => boolean): number {
  let cut = 1;
  while (fits(word.slice(0, cut + 1))) cut += 1;
  return cut;
}
