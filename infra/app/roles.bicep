metadata description = 'Everything the identities may do, each role on the one resource it is for.'

@description('Object ids of the identities: of the app, of the Functions host, and of what fetches the package.')
param principalIds object

@description('Storage accounts: of the app\'s data, of the Functions host, and of the deployed package.')
param storageAccountNames object

@description('Vault whose entries the app settings refer to.')
param keyVaultName string

@description('Application Insights component that takes logs and traces.')
param applicationInsightsName string

@description('Durable Task Scheduler; empty when there is none.')
param schedulerName string

@description('Task hub in the scheduler.')
param taskHubName string

@description('Azure OpenAI account; empty when there is none.')
param openAiAccountName string

var storageBlobDataContributor = 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'
var storageBlobDataOwner = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
var storageQueueDataContributor = '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
var storageTableDataContributor = '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
var keyVaultSecretsUser = '4633458b-17de-408a-b874-0445c86b69e6'
var monitoringMetricsPublisher = '3913510d-42f4-4e42-8a64-420c390055eb'
var durableTaskDataContributor = '0ad04412-c4d5-4796-b79c-f76d14c8d402'
var cognitiveServicesOpenAiUser = '5e0bd9bd-7b93-4f28-af87-19fc36ad61bd'

resource dataStorage 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: storageAccountNames.data
}

resource hostStorage 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: storageAccountNames.host
}

resource packageStorage 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: storageAccountNames.package
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: keyVaultName
}

resource applicationInsights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: applicationInsightsName
}

resource scheduler 'Microsoft.DurableTask/schedulers@2025-11-01' existing = if (!empty(schedulerName)) {
  name: schedulerName
}

resource taskHub 'Microsoft.DurableTask/schedulers/taskHubs@2025-11-01' existing = if (!empty(schedulerName)) {
  parent: scheduler
  name: taskHubName
}

resource openAi 'Microsoft.CognitiveServices/accounts@2024-10-01' existing = if (!empty(openAiAccountName)) {
  name: openAiAccountName
}

resource onPackage 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(packageStorage.id, principalIds.package, storageBlobDataContributor)
  scope: packageStorage
  properties: {
    principalId: principalIds.package
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageBlobDataContributor)
  }
}

resource onHost 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for role in [storageBlobDataOwner, storageQueueDataContributor, storageTableDataContributor]: {
    name: guid(hostStorage.id, principalIds.host, role)
    scope: hostStorage
    properties: {
      principalId: principalIds.host
      principalType: 'ServicePrincipal'
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role)
    }
  }
]

resource onData 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for role in [storageBlobDataContributor, storageTableDataContributor]: {
    name: guid(dataStorage.id, principalIds.app, role)
    scope: dataStorage
    properties: {
      principalId: principalIds.app
      principalType: 'ServicePrincipal'
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role)
    }
  }
]

resource onVault 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(vault.id, principalIds.app, keyVaultSecretsUser)
  scope: vault
  properties: {
    principalId: principalIds.app
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', keyVaultSecretsUser)
  }
}

resource onMonitoring 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(applicationInsights.id, principalIds.app, monitoringMetricsPublisher)
  scope: applicationInsights
  properties: {
    principalId: principalIds.app
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', monitoringMetricsPublisher)
  }
}

resource onTaskHub 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(schedulerName)) {
  name: guid(taskHub.id, principalIds.host, durableTaskDataContributor)
  scope: taskHub
  properties: {
    principalId: principalIds.host
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', durableTaskDataContributor)
  }
}

resource onOpenAi 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(openAiAccountName)) {
  name: guid(openAi.id, principalIds.app, cognitiveServicesOpenAiUser)
  scope: openAi
  properties: {
    principalId: principalIds.app
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', cognitiveServicesOpenAiUser)
  }
}
