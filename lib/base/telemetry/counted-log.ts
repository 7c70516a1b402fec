type Counted<Facts> = { times: number; facts: Facts };

/** Beyond as many keys at a time, events with a new key are counted together. */
const mostKeys = 1_000;

/**
 * Returns what to call at each event: `log` is told of the first at once, and from then on once in a period how many
 * came since, with the facts of the last one, so that a flood of them does not fill the log. Events whose `keyOf` differs
 * are counted apart.
 */
export function openCountedLog<Facts>(
  periodMs: number,
  log: (times: number, facts: Facts) => void,
  keyOf: (facts: Facts) => string = () => "",
): (facts: Facts) => void {
  const counted = new Map<string, Counted<Facts>>();
  const tell = (key: string, { times, facts }: Counted<Facts>) => {
    log(times, facts);
    const next = { times: 0, facts };
    counted.set(key, next);
    setTimeout(() => {
      if (next.times > 0) tell(key, next);
      else counted.delete(key);
    }, periodMs).unref();
  };
  return (facts) => {
    const own = keyOf(facts);
    const key = counted.has(own) || counted.size < mostKeys ? own : "";
    const waiting = counted.get(key);
    if (!waiting) return tell(key, { times: 1, facts });
    waiting.times += 1;
    waiting.facts = facts;
  };
}
