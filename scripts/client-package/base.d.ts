// oxlint-disable typescript/no-explicit-any -- what of the router its clients do not need fits every version of tRPC
/// <reference lib="es2018.asynciterable" />

/** The server's address and the credentials of a client. */
export interface StackloopClientOptions {
  /** The server's address, such as http://localhost:3000. */
  url: string;
  /** An API token, created under Account, Assistants. Without it sign in with `auth.login`. */
  token?: string | undefined;
  /** An existing session instead of a token: the value of its cookie, or the cookie as `NAME=VALUE`. */
  session?: string | undefined;
}

/**
 * Typed calls of a StackLoop server: `client.tools.list.query()`. The session that `auth.login` or `auth.register`
 * starts is sent with later calls; in browsers, by the browser. Failing calls throw StackloopError.
 */
export declare function createStackloopClient(options: StackloopClientOptions): StackloopClient;

/** A call that failed. `message` is a sentence for people; `status` is undefined if no server replied. */
export declare class StackloopError extends Error {
  readonly name: "StackloopError";
  /** The HTTP status, such as 404. */
  readonly status: number | undefined;
  /** The kind of failure, such as NOT_FOUND. */
  readonly code: string | undefined;
  /** Problems with the input, by field. */
  readonly issues: { path: string; message: string }[];
  /** The current item, if an edit was based on an outdated revision. */
  readonly current: unknown;
  /** The number of seconds to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** The request's id in the server's log, for failures of the server itself. */
  readonly requestId: string | undefined;
  readonly cause: unknown;
}

/** An AbortSignal, also for projects without its type. */
interface Signal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface CallOptions {
  /** Aborts the call. */
  signal?: Signal | undefined;
}

/** Callbacks of a subscription. */
export interface Subscriber<Data> {
  onData?: (data: Data) => void;
  /** The subscription has ended with an error. It does not reconnect. */
  onError?: (error: StackloopError) => void;
  /** The connection is open. */
  onStarted?: () => void;
  /** `connecting` with an error: the connection was lost and is being restored. */
  onConnectionStateChange?: (state: ConnectionState) => void;
  /** The server has ended the subscription. */
  onComplete?: () => void;
  onStopped?: () => void;
  signal?: Signal | undefined;
}

export interface ConnectionState {
  type: "state";
  state: "idle" | "connecting" | "pending";
  error: Error | null;
}

export interface Subscription {
  unsubscribe(): void;
}

/** An item with the id after which a later subscription continues. */
export interface Tracked<Data> {
  id: string;
  data: Data;
}

/** The data of an error, as the server sends it. */
export interface ErrorData {
  code: string;
  httpStatus: number;
  path?: string;
  message: string;
  issues?: { path: string; message: string }[];
  current?: unknown;
  retryAfterSeconds?: number;
  requestId?: string;
}

/** The router's types for tRPC's own libraries, version 11: `createTRPCClient<AppRouter>(…)`. */
export interface AppRouter {
  _def: {
    _config: {
      $types: {
        ctx: object;
        meta: object;
        errorShape: { message: string; code: number; data: ErrorData };
        transformer: false;
      };
      transformer: any;
      errorFormatter: any;
      allowOutsideOfServer: boolean;
      isServer: boolean;
      isDev: boolean;
    };
    router: true;
    procedure?: never;
    procedures: Procedures;
    record: Procedures;
    lazy: Record<string, never>;
  };
  createCaller: any;
}

interface Procedure<Type extends "query" | "mutation" | "subscription", Input, Output> {
  _def: {
    $types: { input: Input; output: Output };
    procedure: true;
    type: Type;
    meta: unknown;
    experimental_caller: boolean;
    inputs: any[];
  };
  meta: unknown;
  (options: any): Promise<any>;
}
