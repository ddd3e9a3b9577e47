import { useEffect, useRef } from "react";

/** Calls the function whenever the browser reports that the network is back. */
export function useWhenOnline(whenOnline: () => void): void {
  const latest = useRef(whenOnline);
  useEffect(() => {
    latest.current = whenOnline;
  });
  useEffect(() => {
    const call = () => latest.current();
    addEventListener("online", call);
    return () => removeEventListener("online", call);
  }, []);
}
