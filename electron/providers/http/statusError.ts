// An answer that is an error: its status, what its body says, and its headers.

export class StatusError extends Error {
  readonly status: number;
  /** The `error` of the body where it has one, else the body; undefined where it is no JSON. */
  readonly error: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers) {
    super(`status ${status}`);
    this.status = status;
    this.error = inner(body);
    this.headers = headers;
  }
}

/** Reads its body, which the exchange has bounded. */
export async function statusError(response: Response): Promise<StatusError> {
  const text = await response.text().catch(() => '');
  return new StatusError(response.status, parsed(text), response.headers);
}

function inner(body: unknown): unknown {
  // Google answers a stream that fails with a list of one.
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null) return undefined;
  const { error } = first as { error?: unknown };
  return error ?? first;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
