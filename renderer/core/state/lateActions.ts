// Actions whose code is loaded when one of them is first done. Each answers later anyway; what cannot be loaded is the answer.

type Actions<T> = { [K in keyof T]: (...given: never[]) => Promise<unknown> };

export function lateActions<T extends Actions<T>>(load: () => Promise<T>): T {
  return new Proxy({} as T, {
    get:
      (_none, name) =>
      async (...given: never[]) =>
        (await load())[name as keyof T](...given),
  });
}
