import { MAX_TOOLS } from '../agents/generation-input.ts';
import type { App } from '../app.ts';
import { hasEndpoint, LOCAL_MODEL } from '../config.ts';
import { MAX_PAGE_SIZE } from '../db/page.ts';
import { MAX_BULK_BYTES, MAX_BULK_ITEMS } from '../entries/bulk-items.ts';
import { MAX_TEXT_BYTES } from '../entries/extract-entries.ts';
import { MAX_CONTENT_BYTES, MAX_METADATA_BYTES } from '../input.ts';
import { MAX_MEMORY_IDS } from '../memories/scope.ts';
import { MAX_GLOBS, MAX_TAGS } from '../memories/tags.ts';
import { MAX_TRAJECTORY_BYTES } from '../traces/trajectory.ts';
import { VERSION } from '../version.ts';
import { MAX_COST } from './cost.ts';
import type { Resolvers, Server, ServerFeature, ServerLimits } from './generated.ts';
import {
  MAX_ALIASES,
  MAX_BODY_BYTES,
  MAX_CONNECTION_OPERATIONS,
  MAX_DEPTH,
  MAX_FRAGMENTS,
  MAX_TOKENS,
} from './limits.ts';

export const serverResolvers: Resolvers = {
  Query: {
    server: (_, __, { app }) => describeServer(app),
  },
};

function describeServer(app: App): Server {
  const { embedding } = app.config;
  return {
    version: VERSION,
    embeddingModel: embedding.model,
    embeddingDimensions: embedding.dimensions,
    chatModel: chatModelOf(app),
    limits: limitsOf(app),
    features: featuresOf(app),
  };
}

/** The default chat model; null if no endpoint is configured for chat models. */
function chatModelOf({ chat, config }: App): string | null {
  return hasEndpoint(config.chat) ? chat.defaultModel : null;
}

function featuresOf(app: App): ServerFeature[] {
  const { graphiql, embedding, rateLimitPerMinute } = app.config;
  const features: [ServerFeature, boolean][] = [
    ['CHAT', chatModelOf(app) !== null],
    ['GRAPHIQL', graphiql],
    ['LOCAL_EMBEDDER', embedding.model === LOCAL_MODEL],
    ['RATE_LIMIT', rateLimitPerMinute > 0],
  ];
  return features.filter(([, has]) => has).map(([feature]) => feature);
}

function limitsOf({ config }: App): ServerLimits {
  return {
    maxPageSize: MAX_PAGE_SIZE,
    maxContentBytes: MAX_CONTENT_BYTES,
    maxMetadataBytes: MAX_METADATA_BYTES,
    maxBulkItems: MAX_BULK_ITEMS,
    maxBulkBytes: MAX_BULK_BYTES,
    maxExtractedBytes: MAX_TEXT_BYTES,
    maxTrajectoryBytes: MAX_TRAJECTORY_BYTES,
    maxTags: MAX_TAGS,
    maxGlobs: MAX_GLOBS,
    maxMemoryIds: MAX_MEMORY_IDS,
    maxTools: MAX_TOOLS,
    maxBodyBytes: MAX_BODY_BYTES,
    maxCost: MAX_COST,
    maxDepth: MAX_DEPTH,
    maxAliases: MAX_ALIASES,
    maxFragments: MAX_FRAGMENTS,
    maxTokens: MAX_TOKENS,
    maxWebSocketOperations: MAX_CONNECTION_OPERATIONS,
    operationsPerMinute: config.rateLimitPerMinute || null,
    eventRetentionDays: config.eventRetentionDays,
    idempotencyRetentionDays: config.idempotencyRetentionDays,
    historyRetentionDays: config.historyRetentionDays,
  };
}
