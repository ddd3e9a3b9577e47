/** The four petals: logo, empty states, loading. The third petal is terracotta. */
export function KawungMark({ size = 28, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden>
      <ellipse cx="10" cy="10" rx="7.6" ry="4.2" transform="rotate(45 10 10)" />
      <ellipse cx="22" cy="22" rx="7.6" ry="4.2" transform="rotate(45 22 22)" />
      <ellipse cx="22" cy="10" rx="7.6" ry="4.2" transform="rotate(-45 22 10)" fill="var(--accent)" />
      <ellipse cx="10" cy="22" rx="7.6" ry="4.2" transform="rotate(-45 10 22)" />
    </svg>
  );
}
