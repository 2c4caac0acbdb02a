"use client";
import { createContext, useContext, type Provider } from "react";

/** A context without a default: its hook throws where no provider stands above, instead of working with nothing. */
export function createRequired<T>(name: string): [Provider<T | null>, () => T] {
  const Context = createContext<T | null>(null);
  const useRequired = (): T => {
    const value = useContext(Context);
    if (value === null) throw new Error(`${name} is missing above this component`);
    return value;
  };
  return [Context.Provider, useRequired];
}
