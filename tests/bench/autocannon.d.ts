declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    duration: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
    /** Prepares each request again. */
    requests?: { setupRequest(request: { body?: string; headers?: Record<string, string> }): object }[];
  };
  type Result = { requests: { average: number }; non2xx: number; errors: number; timeouts: number };
  export default function autocannon(options: Options): Promise<Result>;
}
