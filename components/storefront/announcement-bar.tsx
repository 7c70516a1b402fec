/** The operator's line above a public page; nothing while none is set. */
export function AnnouncementBar({ text }: { text: string }) {
  if (!text) return null;
  return (
    <section aria-label="Announcement" className="bg-primary text-primary-foreground">
      <p className="column py-2.5 text-center text-sm font-medium wrap-anywhere">{text}</p>
    </section>
  );
}
