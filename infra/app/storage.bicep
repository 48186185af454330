metadata description = 'One storage account for one purpose. No account keys, nothing public.'

@description('Name of the storage account.')
param name string

@description('Names of the blob containers that have to be there from the start.')
param containers array

@description('How often what is stored is there: in one place (LRS), or in three zones of the region (ZRS).')
@allowed(['Standard_LRS', 'Standard_ZRS'])
param redundancy string

@description('Whether only the private network and the allowed addresses reach the account.')
param isPrivate bool

@description('Addresses and ranges of operators that are let in all the same.')
param allowedAddresses array

@description('Whether each read and write is logged, beside what is deleted.')
param logEverything bool

@description('Workspace that logs and figures go to.')
param workspaceId string

@description('Region.')
param location string

@description('Tags.')
param tags object

// Every call of a table is a line of logs, and the line costs more than the call.
var logged = logEverything ? ['StorageRead', 'StorageWrite', 'StorageDelete'] : ['StorageDelete']

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: redundancy }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: isPrivate && empty(allowedAddresses) ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      // Flex Consumption has no fixed addresses: without a private network only roles protect the account.
      defaultAction: isPrivate ? 'Deny' : 'Allow'
      ipRules: [for address in allowedAddresses: { value: address }]
    }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource blobContainers 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = [for container in containers: {
  parent: blobs
  name: container
  properties: { publicAccess: 'None' }
}]

resource queues 'Microsoft.Storage/storageAccounts/queueServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource tables 'Microsoft.Storage/storageAccounts/tableServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource blobsTold 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'operators'
  scope: blobs
  properties: {
    workspaceId: workspaceId
    logs: [for category in logged: { category: category, enabled: true }]
    metrics: [{ category: 'Transaction', enabled: true }]
  }
}

resource queuesTold 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'operators'
  scope: queues
  properties: {
    workspaceId: workspaceId
    logs: [for category in logged: { category: category, enabled: true }]
    metrics: [{ category: 'Transaction', enabled: true }]
  }
}

resource tablesTold 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'operators'
  scope: tables
  properties: {
    workspaceId: workspaceId
    logs: [for category in logged: { category: category, enabled: true }]
    metrics: [{ category: 'Transaction', enabled: true }]
  }
}

@description('Resource id.')
output id string = account.id

@description('Name of the storage account.')
output name string = account.name

@description('Address of its tables.')
output tableEndpoint string = account.properties.primaryEndpoints.table

@description('Address of its blobs.')
output blobEndpoint string = account.properties.primaryEndpoints.blob
