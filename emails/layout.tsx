import { Body, Container, Head, Hr, Html, Img, Link, Preview, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import { MailLink } from "./blocks";
import { colors, fontFamily, mailStyle } from "./style";

export type MailShop = {
  name: string;
  supportEmail: string;
  origin: string;
  /** True when the shop has a page where buyers can withdraw. */
  takesWithdrawals?: boolean;
  /** ` within 24 hours` where the shop promises when it answers. */
  replyTime?: string;
};

type MailLayoutProps = {
  shop: MailShop;
  /** The preview line that an inbox shows after the subject. */
  preview: string;
  children: ReactNode;
};

/** The layout of every mail: the logo, a card, and the support address; light and dark. */
export function MailLayout({ shop, preview, children }: MailLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{mailStyle}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="paper"
        style={{
          backgroundColor: colors.paper,
          color: colors.ink,
          fontFamily,
          margin: 0,
          padding: "24px 12px",
        }}
      >
        <Container style={{ maxWidth: 560, margin: "0 auto" }}>
          <Section style={{ padding: "0 4px 16px" }}>
            <Link
              href={shop.origin}
              className="ink"
              style={{ color: colors.ink, fontSize: 18, fontWeight: 700, textDecoration: "none" }}
            >
              <Img
                src={`${shop.origin}/mail-mark.png`}
                width="28"
                height="28"
                alt=""
                style={{ display: "inline-block", verticalAlign: "middle", marginRight: 8 }}
              />
              {shop.name}
            </Link>
          </Section>
          <Section
            className="card"
            style={{
              backgroundColor: colors.card,
              borderRadius: 14,
              border: `1px solid ${colors.line}`,
              padding: "28px 28px 24px",
            }}
          >
            {children}
          </Section>
          <Hr className="line" style={{ borderColor: colors.line, margin: "24px 4px 12px" }} />
          <Text
            className="quiet"
            style={{ color: colors.quiet, fontSize: 13, lineHeight: "20px", margin: "0 4px" }}
          >
            Questions? Reply to this email or write to{" "}
            <MailLink href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</MailLink>. We never ask for
            your password.
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
