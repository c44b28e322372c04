import { oneOf, type RawSearch, yes } from '../../layout/search-params.ts';

export const SETTINGS_TABS = ['project', 'rules', 'stream', 'keys'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** What the address of the page says. */
export type SettingsSearch = {
  tab?: SettingsTab;
  /** Opens the form for a new project. */
  create?: boolean;
};

export function parseSettingsSearch(search: RawSearch): SettingsSearch {
  return { ...oneOf(search, 'tab', SETTINGS_TABS), ...yes(search, 'create') };
}
