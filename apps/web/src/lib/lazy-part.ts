import { type ComponentType, createElement, lazy, Suspense } from 'react';

type PropsOf<C> = C extends ComponentType<infer P> ? P : never;

/** A component that is loaded once it is rendered; nothing is shown until then. */
export function lazyPart<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props: PropsOf<M[K]> & object) => createElement(Suspense, { fallback: null }, createElement(Part, props));
}
