metadata description = 'OmniForge on Azure Functions Flex Consumption. Composes the modules in app/; declares nothing but the resource group.'

targetScope = 'subscription'

@minLength(1)
@maxLength(40)
@description('Name of the azd environment; every resource name is derived from it.')
param environmentName string

@description('Region of every resource; it must offer Flex Consumption.')
@metadata({ azd: { type: 'location' } })
param location string

@description('Where orchestration state lives. infra/package.py puts the same choice into the packaged host.json.')
@allowed(['azureStorage', 'scheduler'])
param durableBackend string

@description('How requests are understood: without a model, by an OpenAI or Azure OpenAI model, or by one only where needed.')
@allowed(['embedded', 'openai', 'cascade'])
param reasoner string

@description('Model calls a minute that one process may make; beyond them it does without. 0 is no limit.')
@minValue(0)
param modelCallsPerMinute int

@description('Seconds that a model call may take, and kinds of calls: 30, text=120. Empty for the default.')
param modelTimeoutSeconds string = '30'

@description('Temperature that a model is asked with; empty sends none, as reasoning models want it.')
param modelTemperature string = ''

@description('How hard a reasoning model thinks: none, low, medium, high; empty for the default.')
param modelEffort string = ''

@description('How likely the embedded reasoner has to have read a message rightly for no model to be asked.')
param cascadeSure string = ''

@description('Tokens that a model call and its answer may have together; 0 is what the server says of itself.')
param modelContextTokens string = '0'

@description('What the model server understands, where it is not noticed: api=chat, tools=off. Mostly empty.')
param modelCapabilities string = ''

@description('Whether to create an Azure OpenAI account with one model deployment.')
param deployAzureOpenAi bool

@description('Model name; with Azure OpenAI also the name of its deployment.')
param openAiModel string

@description('Version of the model that Azure OpenAI deploys. Empty for its default version.')
param openAiModelVersion string = ''

@description('Throughput of the Azure OpenAI deployment in thousands of tokens a minute.')
@minValue(1)
param openAiCapacity int

@secure()
@description('Key for an OpenAI-compatible service, kept in Key Vault. Empty when Azure OpenAI or no model is used.')
param openAiApiKey string = ''

@description('Base URL of an OpenAI-compatible service. Empty for api.openai.com.')
param openAiBaseUrl string = ''

@description('Comma-separated origins of browsers that may call the API. Empty allows none.')
param corsOrigins string = ''

@description('Comma-separated domains answered by the sandbox workspace in place of a real provider. Empty for none.')
param sandboxDomains string = ''

@description('Where browsers reach the app, if not at its own address.')
param publicUrl string = ''

@description('Registration of this API in Entra ID, as infra/register_apps.sh makes it. Empty while nobody can sign in.')
param entraClientId string = ''

@description('Registration of the web client in Entra ID. Empty when it is the same.')
param entraSpaClientId string = ''

@description('Comma-separated ids of the organisations whose people are admitted.')
param entraTenants string = ''

@description('Whether guests of an admitted organisation are let in.')
param entraGuests bool

@secure()
@minLength(44)
@description('Key that seals the tokens of connected accounts, where the vault has none yet. azd\'s preprovision hook makes one.')
param tokenKeys string

@description('Client id at Google. Empty when its accounts cannot be connected.')
param googleClientId string = ''

@secure()
@description('Client secret at Google, kept in Key Vault.')
param googleClientSecret string = ''

@description('Client id at Microsoft. Empty when its accounts cannot be connected.')
param microsoftClientId string = ''

@secure()
@description('Client secret at Microsoft, kept in Key Vault.')
param microsoftClientSecret string = ''

@description('Whose people may connect Microsoft accounts: a tenant, or common.')
param microsoftTenant string

@description('Client id at Slack. Empty when its accounts cannot be connected.')
param slackClientId string = ''

@secure()
@description('Client secret at Slack, kept in Key Vault.')
param slackClientSecret string = ''

@description('Client id at Notion. Empty when its accounts cannot be connected.')
param notionClientId string = ''

@secure()
@description('Client secret at Notion, kept in Key Vault.')
param notionClientSecret string = ''

@description('Days after which a quiet conversation is deleted.')
@minValue(1)
param retentionDays int

@description('Days after which everything of a person who was not here is erased.')
@minValue(1)
param memoryDays int

@description('Days for which schedules go by the roles that their owner was here with last.')
@minValue(1)
param rolesDays int

@description('Least severe level that the app logs.')
@allowed(['DEBUG', 'INFO', 'WARNING', 'ERROR'])
param logLevel string

@description('Limits of one person and of an organisation, as 3000/60000: requests and toolCalls a minute, streams and turns at once, modelTokens a day.')
param limits object

@description('Redundancy of storage: Standard_LRS, or Standard_ZRS for three zones.')
@allowed(['Standard_LRS', 'Standard_ZRS'])
param storageRedundancy string

@description('Whether storage, secrets and Azure OpenAI are reached through a private network only.')
param privateNetwork bool

@description('Comma-separated addresses and ranges of operators that are let in beside the private network.')
param allowedAddresses string = ''

@description('Whether each read and write of the app\'s data is logged.')
param logStorage bool

@description('The most that a month should cost, in the currency of the subscription; 0 is no budget.')
@minValue(0)
param monthlyBudget int

@description('Whether the vault of an earlier deployment is brought back: after azd down, for one azd up.')
param recoverKeyVault bool

@description('Address that alerts are sent to; empty when they are only shown in the portal.')
param alertEmail string

@description('Gigabytes of logs taken in a day before ingestion stops.')
@minValue(1)
param logDailyQuotaGb int

@description('Memory of one instance in MB; the sentence encoder needs about 300 MB of it.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int

@description('Ceiling on instances, and so on the bill.')
@minValue(1)
@maxValue(1000)
param maximumInstanceCount int

@description('Instances kept warm, and billed, in each of the HTTP and durable scale groups.')
@minValue(0)
param alwaysReadyInstances int

var token = toLower(uniqueString(subscription().id, environmentName, location))
var tags = { 'azd-env-name': environmentName }
var taskHubName = 'omniforgehub'
var packageContainer = 'deployments'
var openAiApiKeyEntry = 'openai-api-key'
var tokenKeysEntry = 'token-keys'
var operators = empty(allowedAddresses) ? [] : split(replace(allowedAddresses, ' ', ''), ',')

// An instance has a core for every 2,048 MB. docs/operations.md says where 40 and 8 come from; host.json has them for
// the default memory.
var httpConcurrency = 40 * instanceMemoryMB / 2048
var activityConcurrency = 8 * instanceMemoryMB / 2048

var connectableProviders = concat(
  empty(googleClientSecret) ? [] : ['google'],
  empty(microsoftClientSecret) ? [] : ['microsoft'],
  empty(slackClientSecret) ? [] : ['slack'],
  empty(notionClientSecret) ? [] : ['notion']
)

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: 'rg-${environmentName}'
  location: location
  tags: tags
}

module identity 'app/identity.bicep' = {
  name: 'identity'
  scope: group
  params: {
    name: 'id-${token}'
    location: location
    tags: tags
  }
}

module hostIdentity 'app/identity.bicep' = {
  name: 'hostIdentity'
  scope: group
  params: {
    name: 'id-host-${token}'
    location: location
    tags: tags
  }
}

module packageIdentity 'app/identity.bicep' = {
  name: 'packageIdentity'
  scope: group
  params: {
    name: 'id-package-${token}'
    location: location
    tags: tags
  }
}

module monitoring 'app/monitoring.bicep' = {
  name: 'monitoring'
  scope: group
  params: {
    workspaceName: 'log-${token}'
    applicationInsightsName: 'appi-${token}'
    dailyQuotaGb: logDailyQuotaGb
    location: location
    tags: tags
  }
}

module alerts 'app/alerts.bicep' = {
  name: 'alerts'
  scope: group
  params: {
    workspaceId: monitoring.outputs.workspaceId
    email: alertEmail
    location: location
    tags: tags
  }
}

// The app's rows and files, what the runtime keeps, and the code: three accounts, so that who may write one may not
// touch another.
module dataStorage 'app/storage.bicep' = {
  name: 'dataStorage'
  scope: group
  params: {
    name: 'st${token}'
    containers: []
    redundancy: storageRedundancy
    isPrivate: privateNetwork
    allowedAddresses: operators
    logEverything: logStorage
    workspaceId: monitoring.outputs.workspaceId
    location: location
    tags: tags
  }
}

module hostStorage 'app/storage.bicep' = {
  name: 'hostStorage'
  scope: group
  params: {
    name: 'sthost${token}'
    containers: []
    redundancy: storageRedundancy
    isPrivate: privateNetwork
    allowedAddresses: operators
    logEverything: false
    workspaceId: monitoring.outputs.workspaceId
    location: location
    tags: tags
  }
}

module packageStorage 'app/storage.bicep' = {
  name: 'packageStorage'
  scope: group
  params: {
    name: 'stpkg${token}'
    containers: [packageContainer]
    redundancy: storageRedundancy
    isPrivate: privateNetwork
    allowedAddresses: operators
    logEverything: false
    workspaceId: monitoring.outputs.workspaceId
    location: location
    tags: tags
  }
}

module keyVault 'app/key_vault.bicep' = {
  name: 'keyVault'
  scope: group
  params: {
    name: 'kv-${token}'
    recover: recoverKeyVault
    secretNames: [
      openAiApiKeyEntry
      'google-client-secret'
      'microsoft-client-secret'
      'slack-client-secret'
      'notion-client-secret'
    ]
    secrets: {
      '${openAiApiKeyEntry}': openAiApiKey
      'google-client-secret': googleClientSecret
      'microsoft-client-secret': microsoftClientSecret
      'slack-client-secret': slackClientSecret
      'notion-client-secret': notionClientSecret
    }
    tokenKeysEntry: tokenKeysEntry
    tokenKeys: tokenKeys
    isPrivate: privateNetwork
    allowedAddresses: operators
    workspaceId: monitoring.outputs.workspaceId
    location: location
    tags: tags
  }
}

module network 'app/network.bicep' = if (privateNetwork) {
  name: 'network'
  scope: group
  params: {
    name: 'vnet-${token}'
    targets: concat(
      [
        { name: 'data', id: dataStorage.outputs.id, group: 'blob' }
        { name: 'data', id: dataStorage.outputs.id, group: 'table' }
        { name: 'host', id: hostStorage.outputs.id, group: 'blob' }
        { name: 'host', id: hostStorage.outputs.id, group: 'queue' }
        { name: 'host', id: hostStorage.outputs.id, group: 'table' }
        { name: 'package', id: packageStorage.outputs.id, group: 'blob' }
        { name: 'secrets', id: keyVault.outputs.id, group: 'vault' }
      ],
      deployAzureOpenAi ? [{ name: 'model', id: openAi!.outputs.id, group: 'account' }] : []
    )
    location: location
    tags: tags
  }
}

module budget 'app/budget.bicep' = if (monthlyBudget > 0) {
  name: 'budget'
  scope: group
  params: {
    amount: monthlyBudget
    emails: empty(alertEmail) ? [] : [alertEmail]
  }
}

module scheduler 'app/scheduler.bicep' = if (durableBackend == 'scheduler') {
  name: 'scheduler'
  scope: group
  params: {
    name: 'dts-${token}'
    taskHubName: taskHubName
    retentionDays: retentionDays
    location: location
    tags: tags
  }
}

module openAi 'app/openai.bicep' = if (deployAzureOpenAi) {
  name: 'openAi'
  scope: group
  params: {
    name: 'oai-${token}'
    model: openAiModel
    modelVersion: openAiModelVersion
    capacity: openAiCapacity
    isPrivate: privateNetwork
    location: location
    tags: tags
  }
}

module roles 'app/roles.bicep' = {
  name: 'roles'
  scope: group
  params: {
    principalIds: {
      app: identity.outputs.principalId
      host: hostIdentity.outputs.principalId
      package: packageIdentity.outputs.principalId
    }
    storageAccountNames: {
      data: dataStorage.outputs.name
      host: hostStorage.outputs.name
      package: packageStorage.outputs.name
    }
    keyVaultName: keyVault.outputs.name
    applicationInsightsName: monitoring.outputs.applicationInsightsName
    schedulerName: durableBackend == 'scheduler' ? scheduler!.outputs.name : ''
    taskHubName: taskHubName
    openAiAccountName: deployAzureOpenAi ? openAi!.outputs.name : ''
  }
}

module functionApp 'app/function_app.bicep' = {
  name: 'functionApp'
  scope: group
  params: {
    name: 'func-${token}'
    planName: 'plan-${token}'
    identityIds: {
      app: identity.outputs.id
      host: hostIdentity.outputs.id
      package: packageIdentity.outputs.id
    }
    deploymentContainerUrl: '${packageStorage.outputs.blobEndpoint}${packageContainer}'
    httpConcurrency: httpConcurrency
    subnetId: privateNetwork ? network!.outputs.appSubnetId : ''
    workspaceId: monitoring.outputs.workspaceId
    instanceMemoryMB: instanceMemoryMB
    maximumInstanceCount: maximumInstanceCount
    alwaysReadyInstances: alwaysReadyInstances
    location: location
    tags: tags
  }
}

// After the roles: Key Vault references are resolved, and storage opened, as soon as the settings are there.
module settings 'app/settings.bicep' = {
  name: 'settings'
  scope: group
  dependsOn: [roles]
  params: {
    functionAppName: functionApp.outputs.name
    identityClientId: identity.outputs.clientId
    hostIdentityClientId: hostIdentity.outputs.clientId
    applicationInsightsName: monitoring.outputs.applicationInsightsName
    hostStorageAccountName: hostStorage.outputs.name
    httpConcurrency: httpConcurrency
    activityConcurrency: activityConcurrency
    tableEndpoint: dataStorage.outputs.tableEndpoint
    blobEndpoint: dataStorage.outputs.blobEndpoint
    keyVaultName: keyVault.outputs.name
    openAiApiKeyEntry: empty(openAiApiKey) ? '' : openAiApiKeyEntry
    schedulerEndpoint: durableBackend == 'scheduler' ? scheduler!.outputs.endpoint : ''
    taskHubName: taskHubName
    reasoner: reasoner
    modelCallsPerMinute: modelCallsPerMinute
    modelTimeoutSeconds: modelTimeoutSeconds
    modelTemperature: modelTemperature
    modelEffort: modelEffort
    cascadeSure: cascadeSure
    modelContextTokens: modelContextTokens
    modelCapabilities: modelCapabilities
    openAiModel: openAiModel
    openAiBaseUrl: openAiBaseUrl
    azureOpenAiEndpoint: deployAzureOpenAi ? openAi!.outputs.endpoint : ''
    corsOrigins: corsOrigins
    sandboxDomains: sandboxDomains
    publicUrl: empty(publicUrl) ? 'https://${functionApp.outputs.hostName}' : publicUrl
    tokenKeysEntry: tokenKeysEntry
    connectableProviders: connectableProviders
    entraClientId: entraClientId
    entraSpaClientId: entraSpaClientId
    entraTenants: entraTenants
    entraGuests: entraGuests
    googleClientId: googleClientId
    microsoftClientId: microsoftClientId
    microsoftTenant: microsoftTenant
    slackClientId: slackClientId
    notionClientId: notionClientId
    retentionDays: retentionDays
    memoryDays: memoryDays
    rolesDays: rolesDays
    logLevel: logLevel
    limits: limits
  }
}

@description('Resource group that holds everything.')
output AZURE_RESOURCE_GROUP string = group.name

@description('Name of the function app that azd deploys the service `api` to.')
output SERVICE_API_NAME string = functionApp.outputs.name

@description('Where the API answers.')
output SERVICE_API_URL string = 'https://${functionApp.outputs.hostName}'
