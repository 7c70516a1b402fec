import "server-only";

/** An answer that the browser saves as a file. */
export function attachment(body: BodyInit | null, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
