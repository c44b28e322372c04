import { SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyText } from '../../components/copy-text.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TransferIcon } from '../../components/icons.ts';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { ExportSection } from './export-section.tsx';
import { ImportSection } from './import-section.tsx';

export function TransferPage() {
  const { canWrite } = useSession();
  return (
    <Page
      title="Import and export"
      description="Bring knowledge in from a file, and take all of the project with you."
    >
      {canWrite ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <ImportSection />
            <ImportCommands />
          </Stack>
          <div>
            <ExportSection />
          </div>
        </SimpleGrid>
      ) : (
        <EmptyState icon={TransferIcon} title="Your key may only read">
          An import needs a key of role WRITE, and an export one of role ADMIN. Sign in with such a
          key to use this page.
        </EmptyState>
      )}
    </Page>
  );
}

/** The commands for what a browser cannot do well: folders, very large files and scripts. */
function ImportCommands() {
  const projectId = useProjectId();
  const server = `LOREBASE_URL=${location.origin} LOREBASE_KEY=…`;
  return (
    <Section title="On the command line">
      <Stack gap="sm">
        <Text size="sm">An export of Lorebase, of any size:</Text>
        <CopyText
          label="The command that imports an export"
          text={`${server} \\\n  npx lorebase import project.jsonl.gz --project ${projectId}`}
        />
        <Text size="sm">A folder of Markdown files:</Text>
        <CopyText
          label="The command that imports a folder"
          text={`${server} \\\n  npx lorebase import notes --from markdown --memory "Notes" --project ${projectId}`}
        />
      </Stack>
    </Section>
  );
}
