import { useQuery } from '@apollo/client/react';
import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRefetchOn } from '../../api/live-events.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { useSession } from '../../session/session.tsx';
import { RULES, STREAM_RULES } from './definitions.ts';
import { SETTINGS } from './documents.ts';
import { KeysTab } from './keys/keys-tab.tsx';
import { NewProject } from './new-project.tsx';
import { ProjectTab } from './project-tab.tsx';
import { RulesTab } from './rules-tab.tsx';
import { SETTINGS_TABS, type SettingsSearch, type SettingsTab } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/settings');

/** The progress of a re-embedding is read at this interval. */
const PROGRESS_MS = 1000;

const TITLES: Record<SettingsTab, string> = {
  project: 'Project',
  rules: 'Rules',
  stream: 'Stream',
  keys: 'Keys',
};

export function SettingsPage() {
  const { tab = 'project', create } = route.useSearch();
  const { canAdmin, viewer } = useSession();
  const navigate = useNavigate();
  const go = (search: SettingsSearch) => navigate({ to: '.', search });
  const tabs = SETTINGS_TABS.filter((name) => name !== 'keys' || canAdmin);
  return (
    <Page
      title="Settings"
      description={
        canAdmin
          ? 'The project, its rules and its keys. A rule that the project does not set is the server’s default.'
          : 'The project and its rules. Your key may see them; changing them needs role Admin.'
      }
    >
      <Tabs
        value={tabs.includes(tab) ? tab : 'project'}
        onChange={(value) => go({ tab: value as SettingsTab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TITLES[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === 'keys' ? <KeysTab /> : <ProjectSettings tab={name} />}
          </Tabs.Panel>
        ))}
      </Tabs>
      {create && viewer.isRoot && canAdmin && <NewProject onClose={() => go({ tab })} />}
    </Page>
  );
}

function ProjectSettings({ tab }: { tab: Exclude<SettingsTab, 'keys'> }) {
  const { data, error, refetch, startPolling, stopPolling } = useQuery(SETTINGS);
  useRefetchOn(['PROJECT_UPDATED', 'JOB_COMPLETED', 'JOB_FAILED'], refetch);
  const project = data?.project;
  if (!project) {
    return error ? (
      <ErrorState error={error} onRetry={() => refetch()} />
    ) : (
      <PageLoader label="Loading the settings" />
    );
  }
  const isReembedding = project.reembedding !== null;
  if (tab === 'rules') return <RulesTab project={project} groups={RULES} key="rules" />;
  if (tab === 'stream') return <RulesTab project={project} groups={STREAM_RULES} key="stream" />;
  return (
    <ProjectTab
      project={project}
      follow={() => (isReembedding ? startPolling(PROGRESS_MS) : stopPolling())}
    />
  );
}
