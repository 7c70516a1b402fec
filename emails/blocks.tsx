import { type CSSProperties, Fragment, type ReactNode } from "react";
import { splitAtLinks } from "@/lib/base/text/links";
import { colors } from "./style";

// A long address or name must not make a mail wider than a phone.
const wordBreak = "break-word";

type BoxProps = {
  className?: string;
  align?: "center";
  maxWidth?: number;
  style?: CSSProperties;
  children: ReactNode;
};

/** A box with a width and a padding that every client respects: a table of one cell. */
export function Box({ className, align, maxWidth, style, children }: BoxProps) {
  return (
    <table
      role="presentation"
      align={align}
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: "separate", maxWidth }}
    >
      <tbody>
        <tr>
          <td className={className} style={style}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function MailHeading({ children }: { children: ReactNode }) {
  return <h1 style={{ fontSize: 24, lineHeight: "30px", margin: "0 0 8px", wordBreak }}>{children}</h1>;
}

export function MailText({ children }: { children: ReactNode }) {
  return <p style={{ fontSize: 16, lineHeight: "24px", margin: "0 0 20px", wordBreak }}>{children}</p>;
}

/** The mail's one action. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p style={{ margin: "4px 0 24px" }}>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className="action"
        style={{
          backgroundColor: colors.brand,
          color: colors.onBrand,
          borderRadius: 10,
          display: "inline-block",
          fontSize: 16,
          fontWeight: 600,
          lineHeight: "20px",
          padding: "13px 22px",
          textDecoration: "none",
        }}
      >
        {children}
      </a>
    </p>
  );
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link" style={{ color: colors.brand }}>
      {children}
    </a>
  );
}

/** Invites the buyer to review a delivered order. */
export function ReviewInvitation({ orderUrl }: { orderUrl: string }) {
  return (
    <MailText>
      How was it? Your review helps the next buyer, whatever it says:{" "}
      <MailLink href={`${orderUrl}#review`}>write a review</MailLink>.
    </MailText>
  );
}

/** The link as text, for clients without buttons and for copying. */
export function MailLinkText({ href }: { href: string }) {
  return (
    <div data-skip-in-text="true">
      <MailNote>
        If the button does not work, open this address:{" "}
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="link"
          style={{ color: colors.brand, wordBreak: "break-all" }}
        >
          {href}
        </a>
      </MailNote>
    </div>
  );
}

/** Details in small print: numbers, dates, what to do if it was not you. */
export function MailNote({ children }: { children: ReactNode }) {
  return (
    <p
      className="quiet"
      style={{ color: colors.quiet, fontSize: 13, lineHeight: "20px", margin: "0 0 12px", wordBreak }}
    >
      {children}
    </p>
  );
}

/** A quoted text with its line breaks, in the plain-text part too; addresses in it are links if `hasLinks`. */
export function MailQuote({ children, hasLinks = false }: { children: string; hasLinks?: boolean }) {
  return (
    <div
      className="soft"
      style={{
        backgroundColor: colors.soft,
        borderLeft: `3px solid ${colors.brand}`,
        borderRadius: 6,
        padding: "12px 16px",
        marginBottom: 20,
      }}
    >
      <p style={{ fontSize: 15, lineHeight: "22px", margin: 0, whiteSpace: "pre-wrap", wordBreak }}>
        {children.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that is rendered once
          <Fragment key={index}>
            {index > 0 ? <br /> : null}
            {hasLinks ? <LinkedText>{line}</LinkedText> : line}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

function LinkedText({ children }: { children: string }) {
  return splitAtLinks(children).map(({ text, url }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that is rendered once
    <Fragment key={index}>{url ? <MailLink href={url}>{text}</MailLink> : text}</Fragment>
  ));
}

type MailFigureProps = {
  label: ReactNode;
  figure: string;
  isTotal?: boolean;
};

/** A line of a receipt or of figures: a short figure that never wraps. */
export function MailFigure({ label, figure, isTotal = false }: MailFigureProps) {
  const cell = {
    borderTop: `1px solid ${colors.line}`,
    padding: "10px 0",
    fontSize: 15,
    fontWeight: isTotal ? 700 : 400,
    verticalAlign: "top",
  } as const;
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td className="line" style={{ ...cell, wordBreak }}>
            {label}
          </td>
          <td
            align="right"
            className="line"
            style={{ ...cell, fontVariantNumeric: "tabular-nums", paddingLeft: 16, whiteSpace: "nowrap" }}
          >
            {figure}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** A fact in words, below its name, so that neither is squeezed on a phone. */
export function MailFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box className="line" style={{ borderTop: `1px solid ${colors.line}`, padding: "10px 0" }}>
      <p className="quiet" style={{ color: colors.quiet, fontSize: 13, lineHeight: "18px", margin: 0 }}>
        {label}
      </p>
      <p style={{ fontSize: 15, lineHeight: "22px", margin: 0, wordBreak }}>{children}</p>
    </Box>
  );
}

/** Separates a part that is there to be kept from the mail itself, with its heading. */
export function MailDivider({ children }: { children: string }) {
  return (
    <>
      <hr
        className="line"
        style={{ border: 0, borderTop: `1px solid ${colors.line}`, margin: "32px 0 24px" }}
      />
      <h2 style={{ fontSize: 18, lineHeight: "24px", margin: "0 0 12px" }}>{children}</h2>
    </>
  );
}

/** A group of figures or facts. */
export function MailFacts({ children }: { children: ReactNode }) {
  return <div style={{ margin: "8px 0 20px" }}>{children}</div>;
}
