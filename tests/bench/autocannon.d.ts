declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    duration: number;
    /** Requests a second of all connections together. */
    overallRate?: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    /** Prepares each request again. */
    requests?: { setupRequest(request: object): object }[];
  };
  type Result = {
    url: string;
    /** In seconds. */
    duration: number;
    requests: { average: number; total: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
