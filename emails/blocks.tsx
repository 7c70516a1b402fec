import { Button, Column, Heading, Link, Row, Section, Text } from "@react-email/components";
import { Fragment, type ReactNode } from "react";
import { colors } from "./style";

// A long address or name must not make a mail wider than a phone.
const wordBreak = "break-word";

/** The mail's heading. */
export function MailHeading({ children }: { children: ReactNode }) {
  return (
    <Heading as="h1" style={{ fontSize: 24, lineHeight: "30px", margin: "0 0 8px", wordBreak }}>
      {children}
    </Heading>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: 16, lineHeight: "24px", margin: "0 0 20px", wordBreak }}>{children}</Text>;
}

/** The mail's one action. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button
      href={href}
      className="action"
      style={{
        backgroundColor: colors.brand,
        color: colors.onBrand,
        borderRadius: 10,
        fontSize: 16,
        fontWeight: 600,
        padding: "13px 22px",
        textDecoration: "none",
      }}
    >
      {children}
    </Button>
  );
}

/** A link within a text. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link" style={{ color: colors.brand }}>
      {children}
    </Link>
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
        <Link href={href} className="link" style={{ color: colors.brand, wordBreak: "break-all" }}>
          {href}
        </Link>
      </MailNote>
    </div>
  );
}

/** Details in small print: numbers, dates, what to do if it was not you. */
export function MailNote({ children }: { children: ReactNode }) {
  return (
    <Text
      className="quiet"
      style={{ color: colors.quiet, fontSize: 13, lineHeight: "20px", margin: "16px 0 0", wordBreak }}
    >
      {children}
    </Text>
  );
}

/** A quoted text with its line breaks, in the plain-text part too. */
export function MailQuote({ children }: { children: string }) {
  return (
    <Section
      className="soft"
      style={{
        backgroundColor: colors.soft,
        borderLeft: `3px solid ${colors.brand}`,
        borderRadius: 6,
        padding: "12px 16px",
        marginBottom: 20,
      }}
    >
      <Text
        style={{
          fontSize: 15,
          lineHeight: "22px",
          margin: 0,
          whiteSpace: "pre-wrap",
          wordBreak,
        }}
      >
        {children.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that is rendered once
          <Fragment key={index}>
            {index > 0 ? <br /> : null}
            {line}
          </Fragment>
        ))}
      </Text>
    </Section>
  );
}

/** A line of a receipt or of figures. */
export function MailFigure({
  label,
  figure,
  isTotal = false,
}: {
  label: string;
  figure: string;
  isTotal?: boolean;
}) {
  const cell = {
    borderTop: `1px solid ${colors.line}`,
    padding: "10px 0",
    fontSize: 15,
    fontWeight: isTotal ? 700 : 400,
    wordBreak,
  } as const;
  return (
    <Row>
      <Column className="line" style={cell}>
        {label}
      </Column>
      <Column align="right" className="line" style={{ ...cell, fontVariantNumeric: "tabular-nums" }}>
        {figure}
      </Column>
    </Row>
  );
}
