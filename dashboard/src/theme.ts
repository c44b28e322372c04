import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core';
import type {
  EntryKind,
  GenerationStatus,
  JobStatus,
  ReviewResult,
  WriteAction,
} from './api/types.ts';

const INDIGO: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
];

export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  colors: { indigo: INDIGO },
  respectReducedMotion: true,
  defaultRadius: 'md',
  autoContrast: true,
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } },
  },
  components: {
    Paper: { defaultProps: { withBorder: true, radius: 'md' } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Tooltip: {
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
    // Screen readers: the header of a dialog is not the banner of the page, and close buttons need a name.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    ModalCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    DrawerCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550 } },
  },
});

/** Text colors that have a contrast of at least 4.5 to 1 on the surfaces of both themes. */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    ...badgeTexts(theme),
    '--mantine-color-dimmed': theme.colors.gray[7],
    '--mantine-color-placeholder': theme.colors.gray[6],
  },
  dark: {
    '--mantine-color-dimmed': theme.colors.dark[1],
    '--mantine-color-placeholder': theme.colors.dark[2],
  },
});

/** The text colors of badges in the light theme. They are darker than Mantine's, which have too little contrast. */
function badgeTexts({ colors }: MantineTheme): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors)
      .filter(([name]) => name !== 'indigo')
      .map(([name, shades]) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, ${shades[9]} 75%, black)`,
      ]),
  );
}

/** One color for each kind of entry, the same in badges, charts and the map. */
export const KIND_COLORS: Record<EntryKind, string> = {
  FACT: 'indigo',
  OBSERVATION: 'teal',
  PLAN: 'orange',
  INSIGHT: 'grape',
  REFLECTION: 'pink',
};

/** One color for each status of a job, also of the jobs that a page shows as cycles or as reflections. */
export const JOB_COLORS: Record<JobStatus, string> = {
  QUEUED: 'gray',
  RUNNING: 'indigo',
  COMPLETED: 'teal',
  FAILED: 'red',
  CANCELLED: 'orange',
};

export const GENERATION_COLORS: Record<GenerationStatus, string> = {
  RUNNING: JOB_COLORS.RUNNING,
  REQUIRES_ACTION: 'orange',
  COMPLETED: JOB_COLORS.COMPLETED,
  MAX_STEPS_REACHED: 'orange',
  FAILED: JOB_COLORS.FAILED,
  CANCELLED: JOB_COLORS.CANCELLED,
};

/** One color for each result of a review. */
export const RESULT_COLORS: Record<ReviewResult, string> = { PASS: 'teal', FAIL: 'red' };

/** One color for each outcome of a write, the same in badges and charts. */
export const WRITE_COLORS: Record<WriteAction, string> = {
  CREATED: 'indigo',
  UPDATED: 'teal',
  SKIPPED: 'gray',
};
