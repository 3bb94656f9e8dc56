// Error responses of the protocol.

export interface ResponseError {
  code: number;
  message: string;
  data: unknown;
}

/** Codes with a meaning of their own. */
export const errorCodes = { signedOut: -32000, notFound: -32002, internal: -32603, methodNotFound: -32601 } as const;
