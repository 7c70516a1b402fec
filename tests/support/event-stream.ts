/** Reads a stream of events as a browser's EventSource does. */
export async function followStream(open: (signal: AbortSignal) => Promise<Response>) {
  const leaving = new AbortController();
  const response = await open(leaving.signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isEnded = response.body === null;
  const ended = (async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    isEnded = true;
  })();
  return {
    response,
    ended,
    isEnded: () => isEnded,
    leave: () => leaving.abort(),
    cancel: () => reader?.cancel(),
    text: () => text,
  };
}
