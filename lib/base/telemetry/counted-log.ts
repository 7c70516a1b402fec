/**
 * Returns what to call at each event: `log` is told of the first at once, and from then on once in a period how many
 * came since, so that a flood of them does not fill the log.
 */
export function openCountedLog(periodMs: number, log: (times: number) => void): () => void {
  let times = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    if (times === 0) return;
    log(times);
    times = 0;
    timer = setTimeout(tell, periodMs).unref();
  };
  return () => {
    times += 1;
    if (timer === undefined) tell();
  };
}
