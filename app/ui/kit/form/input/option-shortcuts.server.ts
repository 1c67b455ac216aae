import type { ComponentProps } from "react";
import type { Shortcut } from "~/web/markup/render.server";
import { SelectOptions } from "./select-options";
import { aliasLabel, PresetOptions } from "./tag-input";

/** Components that are nothing but options. In a list with two fields for tags, they are a third of all elements. */
export const optionShortcuts: ReadonlyMap<unknown, Shortcut> = new Map<unknown, Shortcut>([
  [
    SelectOptions,
    function writeSelectOptions(props, { option }) {
      const { options } = props as ComponentProps<typeof SelectOptions>;
      for (const { value, label } of options) option(value, label);
      return true;
    },
  ],
  [
    PresetOptions,
    function writePresetOptions(props, { option }) {
      const { presets } = props as ComponentProps<typeof PresetOptions>;
      for (const { label } of presets) option(label, "");
      for (const { label, aliases = [] } of presets)
        for (const alias of aliases) option(label, "", aliasLabel(alias, label));
      return true;
    },
  ],
]);
