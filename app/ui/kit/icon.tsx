import sprite from "~/ui/styles/generated/icons.svg";
import type { iconNames } from "./icon-names";

export type IconName = (typeof iconNames)[number];

type IconProps = {
  name: IconName;
  /** Given only when the icon stands alone; beside text it would be read twice. */
  label?: string;
  className?: string;
};

/** One icon of the sprite. Without a label it is decoration and hidden from assistive technology. */
export function Icon({ name, label, className }: IconProps) {
  const classes = className ? `usa-icon ${className}` : "usa-icon";
  const shape = <use href={`${sprite}#${name}`} />;
  if (label === undefined) {
    return (
      <svg className={classes} aria-hidden="true" focusable="false">
        {shape}
      </svg>
    );
  }
  return (
    <svg className={classes} role="img" aria-label={label} focusable="false">
      {shape}
    </svg>
  );
}
