import { useId } from "react";

/** The motif as lines that fill a positioned box. Never behind text smaller than 16 px. */
export function KawungPattern({ className }: { className?: string | undefined }) {
  const id = useId();
  return (
    <svg
      className={className}
      width="100%"
      height="100%"
      style={{ position: "absolute", inset: 0, opacity: 0.1, pointerEvents: "none" }}
      aria-hidden
    >
      <pattern id={id} width="64" height="64" patternUnits="userSpaceOnUse">
        <g fill="none" stroke="currentColor" strokeWidth="1.3" transform="translate(32 32)">
          {[45, 135, 225, 315].map((angle) => (
            <g key={angle} transform={`rotate(${angle})`}>
              <ellipse cx="16.6" rx="13.4" ry="7.4" />
              <path d="M9 0h15.4" strokeWidth=".8" />
            </g>
          ))}
          <circle r="1.9" />
        </g>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
