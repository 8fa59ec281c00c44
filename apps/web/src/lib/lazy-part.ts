import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

type PropsOf<C> = C extends ComponentType<infer P> ? P : never;

/** A component that is loaded once it is rendered; nothing is shown until then. */
export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): (props: PropsOf<M[K]> & object) => ReactNode;
export function lazyPart<K extends string>(load: () => Promise<Readonly<Record<K, ComponentType<object>>>>, name: K) {
  const Part = lazy<ComponentType<object>>(async () => ({ default: (await load())[name] }));
  return (props: object) => createElement(Suspense, { fallback: null }, createElement(Part, props));
}
