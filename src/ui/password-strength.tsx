import styles from "./password-strength.module.css";
import { strengthAdvice, strengthOf, strengthLabels } from "./password-strength.ts";

/** Four bars and a word for how hard a password is to guess. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = strengthOf(password);
  return (
    <div className={`${styles.strength} needs-js`} data-strength={strength}>
      <span className={styles.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} className={bar <= strength ? styles.full : undefined} />
        ))}
      </span>
      <span className={styles.words} role="status">
        {strength > 0 ? (
          <>
            <b>{strengthLabels[strength]}</b>. {strengthAdvice(strength)}
          </>
        ) : (
          "Beberapa kata acak mudah diingat dan sulit ditebak."
        )}
      </span>
    </div>
  );
}
