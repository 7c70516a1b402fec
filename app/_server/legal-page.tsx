import "server-only";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { LegalArticle } from "@/components/legal/legal-article";
import { findText } from "@/lib/shop/legal/find-text";
import { type LegalKind, type LegalText, legalPath, legalTitles, versionPath } from "@/lib/shop/legal/kinds";
import { shippedText } from "@/lib/shop/legal/shipped-texts";
import { readForPages } from "./read-for-pages";
import { getSite } from "./site";

const descriptions: Record<LegalKind, (name: string) => string> = {
  terms: (name) =>
    `The terms under which ${name} sells followers, likes and views: delivery, refills, refunds, your duties and ours.`,
  privacy: (name) =>
    `What ${name} knows about you, why, who else receives it, how long it is kept, and how to have it deleted.`,
  refunds: (name) =>
    `When ${name} pays money back, how to ask for it within 30 days, how long it takes, and what is excluded.`,
  imprint: (name) => `Who runs ${name}, and how to reach them.`,
  accessibility: (name) =>
    `How accessible ${name} is: what was tested by EN 301 549, what was not, and whom to tell when something does not work.`,
};

export async function legalMetadata(kind: LegalKind): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: legalTitles[kind],
    description: descriptions[kind](name),
    alternates: { canonical: legalPath(kind) },
  };
}

/** The page of a text's current version, with a link to the previous one; not found while there is no version. */
export async function CurrentLegalPage({ kind }: { kind: LegalKind }) {
  const version = (await getSite()).textVersions[kind];
  const before = <NoteLink href={versionPath(kind, version - 1)}>Read the previous version</NoteLink>;
  return articleOf(kind, version, version > 1 ? before : null);
}

/** The page of one version. Orders and mails link to the version that was accepted. */
export async function VersionLegalPage({ kind, version }: { kind: LegalKind; version: number }) {
  const newest = (await getSite()).textVersions[kind];
  // Another process may have published the next version a moment ago; later versions can't exist yet.
  if (version > newest + 1) notFound();
  const replaced = (
    <>
      A newer version has replaced it.{" "}
      <NoteLink href={legalPath(kind)}>Read the version that applies today</NoteLink>
    </>
  );
  return articleOf(kind, version, version < newest ? replaced : "This version applies today.");
}

async function articleOf(kind: LegalKind, version: number, note: React.ReactNode) {
  const { name, supportEmail } = await getSite();
  const text = await readText(kind, version);
  if (!text) notFound();
  return (
    <LegalArticle
      text={text}
      shop={{ name, supportEmail }}
      note={
        note ? (
          <p className="text-sm text-muted-foreground">
            Version {version}. {note}
          </p>
        ) : null
      }
    />
  );
}

function NoteLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
    >
      {children}
    </Link>
  );
}

function readText(kind: LegalKind, version: number): Promise<LegalText | null> {
  return readForPages({
    name: `legal:${kind}:${version}`,
    read: (db) => findText(db, kind, version),
    otherwise: shippedText(kind, version) ?? null,
  });
}
