metadata description = 'Every app setting on Azure, named here and nowhere else.'

@description('Function app that gets the settings.')
param functionAppName string

@description('Client id of the identity the app acts under.')
param identityClientId string

@description('Client id of the identity the Functions host acts under.')
param hostIdentityClientId string

@description('Application Insights component that takes logs and traces.')
param applicationInsightsName string

@description('Storage account of the Functions host.')
param hostStorageAccountName string

@description('Requests that one instance works on at once.')
param httpConcurrency int

@description('Activities that one instance works on at once.')
param activityConcurrency int

@description('Address of the table service.')
param tableEndpoint string

@description('Where the files that people bring along are kept.')
param blobEndpoint string

@description('Vault that holds the secrets.')
param keyVaultName string

@description('Name of the model key in the vault; empty when there is none.')
param openAiApiKeyEntry string

@description('Address of the Durable Task Scheduler; empty when orchestration state lives in storage.')
param schedulerEndpoint string

@description('Task hub of the app.')
param taskHubName string

@description('How requests are understood.')
param reasoner string

@description('Model calls a minute that one process may make; 0 is no limit.')
param modelCallsPerMinute int

@description('Seconds that a model call may take, and kinds of calls: 30, text=120. Empty for the default.')
param modelTimeoutSeconds string

@description('Temperature that a model is asked with; empty sends none, as reasoning models want it.')
param modelTemperature string

@description('How hard a reasoning model thinks: none, low, medium, high; empty for the default.')
param modelEffort string

@description('How likely the embedded reasoner has to have read a message rightly for no model to be asked.')
param cascadeSure string

@description('Tokens that a model call and its answer may have together; 0 is what the server says of itself.')
param modelContextTokens string

@description('What the model server understands, where it is not noticed: api=chat, tools=off. Mostly empty.')
param modelCapabilities string

@description('Model name.')
param openAiModel string

@description('Base URL of an OpenAI-compatible service; empty for the default.')
param openAiBaseUrl string

@description('Address of Azure OpenAI; empty when it is not used.')
param azureOpenAiEndpoint string

@description('Comma-separated browser origins.')
param corsOrigins string

@description('Comma-separated domains answered by the sandbox workspace.')
param sandboxDomains string

@description('Where browsers reach the app.')
param publicUrl string

@description('Registration of this API in Entra ID; empty while nobody can sign in.')
param entraClientId string

@description('Registration of the web client in Entra ID; empty when it is the same.')
param entraSpaClientId string

@description('Comma-separated ids of the organisations that are admitted.')
param entraTenants string

@description('Whether people of other organisations are let in who are guests of an admitted one.')
param entraGuests bool

@description('Name in the vault of the keys that seal tokens.')
param tokenKeysEntry string

@description('Providers whose client secret this deployment stored.')
param connectableProviders array

@description('Client id at Google; empty when its accounts cannot be connected.')
param googleClientId string

@description('Client id at Microsoft; empty when its accounts cannot be connected.')
param microsoftClientId string

@description('Whose people may connect Microsoft accounts.')
param microsoftTenant string

@description('Client id at Slack; empty when its accounts cannot be connected.')
param slackClientId string

@description('Client id at Notion; empty when its accounts cannot be connected.')
param notionClientId string

@description('Days after which a quiet conversation is deleted.')
param retentionDays int

@description('Days after which everything of a person who was not here is erased.')
param memoryDays int

@description('Days for which schedules go by the roles that their owner was here with last.')
param rolesDays int

@description('Least severe level that is logged.')
param logLevel string

@description('Limits of one person and of an organisation, as 3000/60000, by what they limit.')
param limits object

resource app 'Microsoft.Web/sites@2024-04-01' existing = {
  name: functionAppName
}

resource applicationInsights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: applicationInsightsName
}

// Flex Consumption sets the runtime and its version on the site and refuses FUNCTIONS_WORKER_RUNTIME,
// FUNCTIONS_EXTENSION_VERSION and the build settings of other plans.
var hostSettings = {
  AzureWebJobsStorage__accountName: hostStorageAccountName
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: hostIdentityClientId
  AzureWebJobsDisableHomepage: 'true'
  PYTHON_ENABLE_INIT_INDEXING: '1'
  APPLICATIONINSIGHTS_CONNECTION_STRING: applicationInsights.properties.ConnectionString
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
  TASKHUB_NAME: taskHubName
  AzureFunctionsJobHost__extensions__http__maxConcurrentRequests: string(httpConcurrency)
  AzureFunctionsJobHost__extensions__durableTask__maxConcurrentActivityFunctions: string(activityConcurrency)
}

var schedulerSettings = {
  DURABLE_TASK_SCHEDULER_CONNECTION_STRING: 'Endpoint=${schedulerEndpoint};Authentication=ManagedIdentity;ClientID=${hostIdentityClientId}'
}

var modelKeySettings = {
  OPENAI_API_KEY: '@Microsoft.KeyVault(VaultName=${keyVaultName};SecretName=${openAiApiKeyEntry})'
}

var secretsIn = '@Microsoft.KeyVault(VaultName=${keyVaultName};SecretName='

// A reference to a secret that is not there keeps the app from starting; without the setting only that provider fails.
var googleSecret = {
  GOOGLE_CLIENT_SECRET: '${secretsIn}google-client-secret)'
}

var microsoftSecret = {
  MICROSOFT_CLIENT_SECRET: '${secretsIn}microsoft-client-secret)'
}

var slackSecret = {
  SLACK_CLIENT_SECRET: '${secretsIn}slack-client-secret)'
}

var notionSecret = {
  NOTION_CLIENT_SECRET: '${secretsIn}notion-client-secret)'
}

var googleSettings = {
  GOOGLE_CLIENT_ID: googleClientId
}

var microsoftSettings = {
  MICROSOFT_CLIENT_ID: microsoftClientId
  MICROSOFT_TENANT: microsoftTenant
}

var slackSettings = {
  SLACK_CLIENT_ID: slackClientId
}

var notionSettings = {
  NOTION_CLIENT_ID: notionClientId
}

var appSettings = {
  AZURE_CLIENT_ID: identityClientId
  TABLES_ENDPOINT: tableEndpoint
  BLOBS_ENDPOINT: blobEndpoint
  TABLE_PREFIX: 'omniforge'
  AUTH_MODE: 'entra'
  ENTRA_CLIENT_ID: entraClientId
  ENTRA_SPA_CLIENT_ID: entraSpaClientId
  ENTRA_TENANTS: entraTenants
  ENTRA_GUESTS: string(entraGuests)
  ENTRA_AUTHORITY: environment().authentication.loginEndpoint
  REASONER: reasoner
  MODEL_CALLS_PER_MINUTE: string(modelCallsPerMinute)
  MODEL_TIMEOUT_SECONDS: modelTimeoutSeconds
  MODEL_TEMPERATURE: modelTemperature
  MODEL_EFFORT: modelEffort
  CASCADE_SURE: cascadeSure
  MODEL_CONTEXT_TOKENS: modelContextTokens
  MODEL_CAPABILITIES: modelCapabilities
  OPENAI_MODEL: openAiModel
  OPENAI_BASE_URL: openAiBaseUrl
  AZURE_OPENAI_ENDPOINT: azureOpenAiEndpoint
  CORS_ORIGINS: corsOrigins
  SANDBOX_DOMAINS: sandboxDomains
  PUBLIC_URL: publicUrl
  TOKEN_KEYS: '${secretsIn}${tokenKeysEntry})'
  QUESTION_TTL_SECONDS: '86400'
  RESCUE_SECONDS: '60'
  RETENTION_DAYS: string(retentionDays)
  MEMORY_DAYS: string(memoryDays)
  ROLES_DAYS: string(rolesDays)
  LIMIT_REQUESTS: limits.requests
  LIMIT_STREAMS: limits.streams
  LIMIT_TURNS: limits.turns
  LIMIT_TOOL_CALLS: limits.toolCalls
  LIMIT_MODEL_TOKENS: limits.modelTokens
  DUE_SCHEDULE: '*/15 * * * * *'
  LOG_LEVEL: logLevel
}

resource config 'Microsoft.Web/sites/config@2024-04-01' = {
  parent: app
  name: 'appsettings'
  properties: union(
    hostSettings,
    appSettings,
    empty(schedulerEndpoint) ? {} : schedulerSettings,
    empty(openAiApiKeyEntry) ? {} : modelKeySettings,
    empty(googleClientId) ? {} : googleSettings,
    empty(microsoftClientId) ? {} : microsoftSettings,
    empty(slackClientId) ? {} : slackSettings,
    empty(notionClientId) ? {} : notionSettings,
    contains(connectableProviders, 'google') ? googleSecret : {},
    contains(connectableProviders, 'microsoft') ? microsoftSecret : {},
    contains(connectableProviders, 'slack') ? slackSecret : {},
    contains(connectableProviders, 'notion') ? notionSecret : {}
  )
}
