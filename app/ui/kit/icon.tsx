import sprite from "~/ui/styles/generated/icons.svg";
import type { iconNames } from "./icon-names";

type IconName = (typeof iconNames)[number];

type IconProps = {
  name: IconName;
  /** Only for an icon without text beside it. Screen readers would otherwise read both. */
  label?: string;
  className?: string;
};

/** An icon from the sprite. Without a label it is decoration, hidden from assistive technology. */
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
