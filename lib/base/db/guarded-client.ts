import type { Socket } from "node:net";
import pg from "pg";
import { hostAddresses } from "@/lib/base/env/database-url";
import { hour, second } from "@/lib/base/time/time";
import { findPrimary, forgetPrimary } from "./find-primary";

export type Limits = {
  /** How long a statement may run on the server. */
  statementMs: number;
  /** How long it may wait for a lock. */
  lockMs: number;
  /**
   * How long a transaction may be idle. A connection that froze in the middle of a transaction holds its locks until
   * then.
   */
  idleInTransactionMs: number;
};

// `lockMs` is longer than a frozen session can hold a lock.
const usualLimits: Limits = {
  statementMs: 15 * second,
  lockMs: 12 * second,
  idleInTransactionMs: 10 * second,
};
/** For long work without a waiting user, such as migrations. */
export const longLimits: Limits = { statementMs: hour, lockMs: hour, idleInTransactionMs: hour };
/** Added to a statement's limit, so that the server has time to report that it aborted the statement. */
export const answerMarginMs = 5 * second;
const connectTimeoutMs = 5 * second;
const readOnlyState = "25006";

type GuardedConfig = pg.ClientConfig & {
  /** DATABASE_URL with all its hosts. */
  databaseUrl: string;
  /** How long the server may be silent while an answer is due. */
  silenceMs: number;
  isPooled: boolean;
};

/** The address is PgBouncer's, in transaction mode: sessions are shared, and PgBouncer sets their limits itself. */
export const byPooler = "by pooler";
export type SessionLimits = Partial<Limits> | typeof byPooler;

/** The configuration of a connection that can't hang: limits on the server, keepalive, a deadline for each answer. */
export function guardedConfig(databaseUrl: string, limits: SessionLimits = {}): GuardedConfig {
  const { statementMs, lockMs, idleInTransactionMs } = { ...usualLimits, ...(limits !== byPooler && limits) };
  const silenceMs = statementMs + answerMarginMs;
  const settings = {
    timezone: "UTC",
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    tcp_user_timeout: silenceMs,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
  };
  const address = new URL(hostAddresses(databaseUrl)[0] ?? databaseUrl);
  // pg would use these instead of ours; if a setting occurs twice, the later one counts.
  const given = address.searchParams.get("options") ?? "";
  address.searchParams.delete("options");
  // PgBouncer refuses clients that send options.
  const ours =
    limits === byPooler ? [] : Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: address.href,
    databaseUrl,
    silenceMs,
    isPooled: limits === byPooler,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    options: [...ours, given].join(" ").trim(),
  };
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A connection that can't hang: when an answer is due and nothing has come for `silenceMs`, its socket is destroyed, its
 * statements fail as an outage, and a pool drops it (pg's `query_timeout` would keep it). Of several hosts it connects to
 * the one that takes writes.
 */
export class GuardedClient extends pg.Client {
  readonly #config: GuardedConfig;
  readonly #hasSeveralHosts: boolean;
  // The number of bytes written when the server had last answered everything.
  #answeredBytes = 0;

  constructor(config?: GuardedConfig) {
    if (!config) throw new TypeError("a guarded client needs its configuration");
    super(config);
    this.#config = config;
    this.#hasSeveralHosts = hostAddresses(config.databaseUrl).length > 1;
    // Waiting callers get the error. Without this listener, a lost idle connection would end the process. PgBouncer
    // accepts connections even if its server is gone, so only a lost connection suggests that another host is the
    // primary now.
    this.on("error", () => forgetPrimary(config.databaseUrl));
    this.connection.on("readyForQuery", () => {
      this.#answeredBytes = this.#socket().bytesWritten;
    });
    this.connection.on("parameterStatus", (status: { parameterName: string; parameterValue: string }) => {
      const isStandby = status.parameterName === "in_hot_standby" && status.parameterValue === "on";
      // Not behind PgBouncer, whose report may date from before its server became the primary.
      if (this.#hasSeveralHosts && isStandby && !config.isPooled) this.#drop("this host is a standby");
    });
    // Behind PgBouncer, only a refused write shows that the server has become a standby, and only a statement's fatal
    // error that it is gone, because the pool ends such a connection before it can be lost.
    this.connection.on("errorMessage", ({ code, severity }: { code?: string; severity?: string }) => {
      if (severity === "FATAL") forgetPrimary(config.databaseUrl);
      if (this.#hasSeveralHosts && code === readOnlyState) this.#drop("this host takes no writes");
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    const tell = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(
      (client) => tell(null, client),
      (error: Error) => tell(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    const { databaseUrl, silenceMs } = this.#config;
    try {
      if (this.#hasSeveralHosts) Object.assign(this, await findPrimary(databaseUrl));
      await super.connect();
    } catch (error) {
      forgetPrimary(databaseUrl);
      throw error;
    }
    const socket = this.#socket();
    socket.setTimeout(silenceMs, () => {
      if (socket.bytesWritten > this.#answeredBytes) this.#drop(`no answer within ${silenceMs} ms`);
    });
    return this;
  }

  #drop(reason: string): void {
    this.#socket().destroy(new Error(`Connection terminated: ${reason}`));
  }

  /** The socket in use: TLS replaces the first one. */
  #socket(): Socket {
    return this.connection.stream as Socket;
  }
}

/**
 * Queries a connection that only listens from time to time, so that its silence is noticed. Returns how to stop.
 */
export function keepAsking(client: pg.ClientBase, periodMs: number): () => void {
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    // The client's owner gets a failure as its `error` and `end`.
    await client.query("SELECT 1").catch(() => undefined);
    isAsking = false;
  };
  const timer = setInterval(() => void ask(), periodMs);
  return () => clearInterval(timer);
}
