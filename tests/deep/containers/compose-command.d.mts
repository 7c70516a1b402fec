export function composeCommand(): string[] | null;
