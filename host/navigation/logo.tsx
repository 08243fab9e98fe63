/** The product's mark; decoration beside its name. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--c-accent)" />
      <path d="M9 12h14l-1.4 10.2a1 1 0 0 1-1 .8h-9.2a1 1 0 0 1-1-.8z" fill="var(--c-on-accent)" />
      <path d="M12.5 14v-3a3.5 3.5 0 0 1 7 0v3" fill="none" stroke="var(--c-on-accent)" strokeWidth="2" />
    </svg>
  );
}
