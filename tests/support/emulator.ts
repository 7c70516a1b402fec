import { afterAll, beforeAll } from "vitest";
import type { Emulator } from "@/lib/local/emulator-server";
import { control as post } from "./control";

/** One emulator for a test file. Call it at the top of the file; use what it returns inside tests only. */
export function useEmulator(start: () => Promise<Emulator>) {
  let emulator: Emulator | undefined;
  beforeAll(async () => {
    emulator = await start();
  });
  afterAll(() => emulator?.close());
  const url = () => {
    if (!emulator) throw new Error("an emulator exists inside tests only");
    return emulator.url;
  };
  return {
    url,
    /** Posts to one of its control routes. Throws the answer when the emulator refuses. */
    async control<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
      return (await post(`${url()}/_control${path}`, body)) as Answer;
    },
    view: async <View>(): Promise<View> => (await fetch(`${url()}/_control`)).json(),
  };
}
