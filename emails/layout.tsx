import type { ReactNode } from "react";
import { Box, MailLink } from "./blocks";
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
  const paper = { backgroundColor: colors.paper, color: colors.ink, fontFamily, margin: 0 };
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{mailStyle}</style>
      </head>
      <body className="paper" style={{ ...paper, padding: 0 }}>
        <InboxPreview>{preview}</InboxPreview>
        {/* Some clients drop the body and its background. */}
        <Box className="paper" style={{ ...paper, padding: "24px 12px" }}>
          <Box align="center" maxWidth={560}>
            <div style={{ padding: "0 4px 16px" }}>
              <a
                href={shop.origin}
                className="ink"
                style={{ color: colors.ink, fontSize: 18, fontWeight: 700, textDecoration: "none" }}
              >
                <img
                  src={`${shop.origin}/mail-mark.png`}
                  width="28"
                  height="28"
                  alt=""
                  style={{ border: 0, display: "inline-block", marginRight: 8, verticalAlign: "middle" }}
                />
                {shop.name}
              </a>
            </div>
            <Box
              className="card"
              style={{
                backgroundColor: colors.card,
                borderRadius: 14,
                border: `1px solid ${colors.line}`,
                padding: "28px 28px 24px",
              }}
            >
              {children}
            </Box>
            <hr
              className="line"
              style={{ border: 0, borderTop: `1px solid ${colors.line}`, margin: "24px 4px 12px" }}
            />
            <p
              className="quiet"
              style={{ color: colors.quiet, fontSize: 13, lineHeight: "20px", margin: "0 4px" }}
            >
              Questions? Reply to this email or write to{" "}
              <MailLink href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</MailLink>. We never ask for
              your password.
            </p>
          </Box>
        </Box>
      </body>
    </html>
  );
}

/** The invisible first text, with blanks after it so that an inbox does not go on with the mail's own text. */
function InboxPreview({ children }: { children: string }) {
  return (
    <div
      data-skip-in-text="true"
      style={{ display: "none", maxHeight: 0, maxWidth: 0, opacity: 0, overflow: "hidden" }}
    >
      {children}
      {"\u00a0\u200c".repeat(120)}
    </div>
  );
}
