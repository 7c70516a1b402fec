export function isLeftOut(file: string): boolean;
export function traceEntries(folder: string): Promise<string[]>;
