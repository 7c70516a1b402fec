/** Posts to a control route of an emulator. Throws the answer when the emulator refuses. */
export async function control(url: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
