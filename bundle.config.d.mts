export function bundle(entryPoints: Record<string, string>, outdir: string): Promise<void>;
export const programs: Record<string, string>;
