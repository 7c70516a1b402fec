export const chromiumFlags: string[];
export function ensureChromium(options?: { shell?: boolean }): Promise<string>;
