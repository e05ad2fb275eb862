import type { FixDraft } from "./fix-draft.ts";

/** Sets an attribute to a text, where there is one; an empty field is none. */
export function setText(fix: FixDraft, name: string, text: string | undefined): void {
  if (text !== undefined && text !== "") fix.attributes[name] = text;
}
