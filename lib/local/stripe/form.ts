import { ApiError } from "./api-error";

/** A decoded form: text at the leaves, brackets as branches. Lists are branches with the keys 0, 1, 2 … */
export type FormTree = { [key: string]: string | FormTree };

const deepest = 8;

/**
 * Decodes Stripe's form encoding (`line_items[0][price_data][currency]=usd`, `expand[]=line_items`), in a body or
 * a query. Throws ApiError 400 when a name is used both as a value and as a branch, or nests too deep.
 */
export function parseForm(encoded: string): FormTree {
  const root = branch();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll("]", "").split("[");
    if (path.length > deepest) throw new ApiError(400, `Invalid parameter: ${name}`, { param: name });
    setValue(root, path, value, name);
  }
  return root;
}

function setValue(root: FormTree, path: string[], value: string, name: string): void {
  let node = root;
  path.forEach((step, depth) => {
    const key = step === "" && depth > 0 ? String(Object.keys(node).length) : step;
    const isLeaf = depth === path.length - 1;
    const next = node[key];
    if (isLeaf ? typeof next === "object" : typeof next === "string") {
      throw new ApiError(400, `Invalid parameter: ${name}`, { param: name });
    }
    if (isLeaf) node[key] = value;
    else node = typeof next === "object" ? next : addBranch(node, key);
  });
}

function addBranch(node: FormTree, key: string): FormTree {
  const grown = branch();
  node[key] = grown;
  return grown;
}

// Without a prototype, so that a parameter may be named `__proto__`.
function branch(): FormTree {
  return Object.create(null);
}

/** The values of a branch whose keys are 0, 1, 2 …, in that order; anything else is returned unchanged. */
export function toList(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (!entries.every(([key]) => /^\d+$/.test(key))) return value;
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** The same text for the same parameters in any order, for idempotency keys. */
export function canonicalForm(encoded: string): string {
  const params = new URLSearchParams(encoded);
  params.sort();
  return params.toString();
}
